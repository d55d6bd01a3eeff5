/** A line of the private log, whoever keeps it. */
interface Logged {
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly record?: string;
  readonly ip?: string;
  readonly ok: boolean;
}

/** Who did what, and when; what happens outside the repository has no commit. */
export const showAuditEntry = ({ at, actor, action, record, ip, ok }: Logged): object => ({
  at,
  actor,
  action,
  record: record ?? null,
  ip: ip ?? null,
  ok,
  commit: null,
});
