import { parentPort } from 'node:worker_threads';
import { compareSync, hashSync } from 'bcryptjs';
import type { PasswordAnswer, PasswordJob } from './passwordPool.ts';

const compute = (job: PasswordJob): string | boolean =>
  job.type === 'hash' ? hashSync(job.password, job.cost) : compareSync(job.password, job.hash);

const answer = (job: PasswordJob): PasswordAnswer => {
  try {
    return { result: compute(job) };
  } catch (error) {
    return { error: String(error) };
  }
};

parentPort?.on('message', (job: PasswordJob) => parentPort?.postMessage(answer(job)));
