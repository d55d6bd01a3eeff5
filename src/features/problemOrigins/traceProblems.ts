import type { FeatureParts, ReaderParts, StartParts } from '../../extend/featureParts.ts';
import type { Problem } from '../../model/entry.ts';
import { findOrigin } from './findOrigin.ts';

/** The commit that brought a problem; null if none has; undefined as long as it is not known. */
export type ProblemOrigin = string | null | undefined;

/** Finds the origins of problems in the background. */
export interface ProblemTracer {
  start(parts: Pick<StartParts, 'problems'> & Pick<ReaderParts, 'sites'>): void;
  /** What is known of each; what is not is looked for from now on. */
  trace(problems: readonly Problem[]): readonly ProblemOrigin[];
  close(): Promise<void>;
}

interface TracerParts extends Pick<FeatureParts, 'live' | 'clock' | 'onError'> {}

/** The most problems to look for: a migration that went wrong may leave one in every page. */
const MAX_PROBLEMS = 500;

/** What concerns the repository, or the files of media items, is no problem of a record. */
const isTraceable = ({ record, at }: Problem): boolean =>
  record !== undefined && record.kind !== 'media' && at !== undefined;

export function createProblemTracer({ live, clock, onError }: TracerParts): ProblemTracer {
  const known = new Map<string, string | null>();
  let waiting: Problem[] = [];
  let sites: ReaderParts['sites'] | undefined;
  let working: Promise<void> | undefined;
  let isClosed = false;

  async function work(): Promise<void> {
    for (let next = waiting.shift(); next && sites && !isClosed; next = waiting.shift()) {
      const line = live.history.commits().firstParents();
      try {
        known.set(problemKey(next), await findOrigin(next, { line, sites, now: clock() }));
      } catch (error) {
        known.set(problemKey(next), null);
        onError(error, 'The origin of a problem could not be found');
      }
    }
  }

  return {
    start(parts) {
      sites = parts.sites;
    },
    trace(problems) {
      const traceable = problems.filter(isTraceable).slice(0, MAX_PROBLEMS);
      const keys = new Set(traceable.map(problemKey));
      // One that was solved may come again.
      for (const key of known.keys()) if (!keys.has(key)) known.delete(key);
      waiting = traceable.filter((problem) => !known.has(problemKey(problem)));
      if (waiting.length > 0 && !isClosed)
        working ??= work().finally(() => {
          working = undefined;
        });
      return problems.map((problem) => (keys.has(problemKey(problem)) ? known.get(problemKey(problem)) : null));
    },
    async close() {
      isClosed = true;
      await working;
    },
  };
}

const problemKey = ({ path, code, message }: Problem): string => `${path}\n${code}\n${message}`;
