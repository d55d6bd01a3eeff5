import { parentPort } from 'node:worker_threads';

/** A program for `createThread`: doubles numbers, and never ends with 0. */
parentPort.on('message', (task) => {
  while (task === 0);
  parentPort.postMessage({ answer: task * 2 });
});
