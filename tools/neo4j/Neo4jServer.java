import java.nio.file.Path;
import java.util.Map;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;

/**
 * A Neo4j Community server that listens with Bolt on loopback.
 *
 * <p>Arguments: the folder of its data, the port, the password of user neo4j. It says "ready ADDRESS" when it
 * listens, and shuts down cleanly on SIGTERM or, with a fourth argument "until-eof", when its standard input
 * ends: then it can't outlive the process that started it, however that one ends.
 */
public class Neo4jServer {
    public static void main(String[] arguments) throws Exception {
        var folder = Path.of(arguments[0]).toAbsolutePath();
        var address = new SocketAddress("127.0.0.1", Integer.parseInt(arguments[1]));
        var password = arguments[2];
        var untilEof = arguments.length > 3 && arguments[3].equals("until-eof");

        var service = new DatabaseManagementServiceBuilder(folder)
                .setConfig(BoltConnector.enabled, true)
                .setConfig(BoltConnector.listen_address, address)
                .setConfig(BoltConnector.advertised_address, address)
                .setConfig(GraphDatabaseSettings.auth_enabled, true)
                .build();
        Runtime.getRuntime().addShutdownHook(new Thread(service::shutdown));
        service.database("system").executeTransactionally(
                "ALTER USER neo4j SET PASSWORD $password CHANGE NOT REQUIRED", Map.of("password", password));

        System.out.println("ready bolt://" + address);
        if (untilEof) {
            while (System.in.read() >= 0) { }
            System.exit(0);
        }
        Thread.currentThread().join();
    }
}
