"""Reading documents into the graph: inputs, identity, quality, language, near duplicates."""

from graphprobe.corpus.add import add_corpus, count_documents
from graphprobe.corpus.report import CorpusReport, Problem

__all__ = ["CorpusReport", "Problem", "add_corpus", "count_documents"]
