import { createCheckAnswer } from '../http/checkAnswer.ts';
import type { FuzzSite } from './fuzzSite.ts';
import { judge, SLOW_MS } from './judge.ts';
import { type PlannedRequest, planRequest } from './planRequest.ts';
import { createRandom, type Random } from './random.ts';
import { createSend, toCurl } from './sendRequest.ts';

export interface FuzzOptions {
  readonly requests: number;
  readonly seed: number;
  /** Plans the request with a number; by default from the OpenAPI document. */
  readonly plan?: (random: Random) => PlannedRequest;
}

export interface FuzzReport {
  readonly requests: number;
  readonly seed: number;
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly slowestMs: number;
  /** Each failure with its request, as a command. */
  readonly failures: readonly string[];
  /** How many answers took more than two seconds. */
  readonly late: number;
  /** Those that are slow also when sent alone. */
  readonly slow: readonly string[];
}

const PARALLEL = 8;
const MAX_SHOWN = 20;

/** Sends requests to the site, each determined by the seed and its number, and checks the answers. */
export async function runRequests(site: FuzzSite, { requests, seed, plan }: FuzzOptions): Promise<FuzzReport> {
  const { url } = site.server;
  const check = createCheckAnswer(site.document);
  const { send, close } = createSend(url);
  const make = plan ?? ((random: Random) => planRequest(site.planning, random));
  const statuses: Record<string, number> = {};
  const failures: string[] = [];
  const late: number[] = [];
  let [next, slowestMs] = [0, 0];

  const planOf = (number: number): PlannedRequest => make(createRandom(seed * 1_000_003 + number));

  async function one(number: number): Promise<void> {
    const planned = planOf(number);
    const show = (what: string): string => `request ${number}: ${what}\n  ${toCurl(url, planned)}`.slice(0, 4_000);
    try {
      const received = await send(planned);
      statuses[received.status] = (statuses[received.status] ?? 0) + 1;
      slowestMs = Math.max(slowestMs, received.tookMs);
      if (received.tookMs > SLOW_MS) late.push(number);
      for (const what of judge(planned, received, check))
        failures.push(show(`${what} (${received.text.slice(0, 300)})`));
    } catch (error) {
      failures.push(show(String(error)));
    }
  }

  /** Finds requests that are slow also when sent alone; the others only waited for the machine. */
  async function askAgain(numbers: readonly number[]): Promise<readonly string[]> {
    const slow: string[] = [];
    for (const number of numbers) {
      const { tookMs } = await send(planOf(number));
      if (tookMs > SLOW_MS)
        slow.push(`request ${number}: takes ${Math.round(tookMs)} ms\n  ${toCurl(url, planOf(number))}`);
    }
    return slow;
  }

  async function work(): Promise<void> {
    while (next < requests && failures.length < MAX_SHOWN) {
      next += 1;
      await one(next);
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work));
  const slow = await askAgain(late);
  close();
  return { requests: next, seed, statuses, slowestMs: Math.round(slowestMs), late: late.length, failures, slow };
}
