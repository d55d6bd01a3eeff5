import { compareSync, hashSync } from 'bcryptjs';
import { answerTasks } from '../../lib/turn/createThread.ts';
import { bcryptCost, dummyHash } from './bcryptHash.ts';
import type { PasswordAnswer, PasswordJob } from './passwordPool.ts';

const compute = (job: PasswordJob): PasswordAnswer =>
  job.type === 'hash' ? hashSync(job.password, job.cost) : verifyAtCost(job);

/** After a cheaper hash it compares further ones until 2^cost rounds are spent: n, n, 2n, 4n … */
function verifyAtCost({ password, hash, cost }: Extract<PasswordJob, { type: 'verify' }>): boolean {
  const isSame = compareSync(password, hash);
  for (let next = bcryptCost(hash); next < cost; next += 1) compareSync(password, dummyHash(next));
  return isSame;
}

answerTasks(compute);
