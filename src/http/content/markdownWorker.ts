import { parentPort, workerData } from 'node:worker_threads';
import { toMarkdown } from '../../model/richText/markdown/toMarkdown.ts';
import type { RichTextNode } from '../../model/richText/node.ts';

/** Runs in a worker thread: answers with each of its documents as Markdown. */
const documents = workerData as readonly RichTextNode[];
for (const document of documents) parentPort?.postMessage(toMarkdown(document));
