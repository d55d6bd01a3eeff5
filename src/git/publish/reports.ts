import type { RepoReport, RepoReportCode } from '../repo.ts';

/** What people should know of a repository. */
export interface Reports {
  /** Notes something that has happened: it is told until the next start. */
  add(report: RepoReport): void;
  /** Says what is the case now, in place of all that was said under this code. */
  set(code: RepoReportCode, reports: readonly RepoReport[]): void;
  list(): readonly RepoReport[];
}

const MAX_EVENTS = 100;

export function createReports(): Reports {
  let events: readonly RepoReport[] = [];
  const states = new Map<RepoReportCode, readonly RepoReport[]>();
  return {
    add(report) {
      events = [...events, report].slice(-MAX_EVENTS);
    },
    set: (code, reports) => void states.set(code, reports),
    list: () => [...[...states.values()].flat(), ...events],
  };
}
