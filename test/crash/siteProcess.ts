import { execFileSync } from 'node:child_process';

export interface Admin {
  readonly QUIRE_ADMIN_EMAIL: string;
  readonly QUIRE_ADMIN_PASSWORD: string;
}

/** A token of the first admin. */
export async function logIn(
  url: string,
  { QUIRE_ADMIN_EMAIL: email, QUIRE_ADMIN_PASSWORD: password }: Admin,
): Promise<string> {
  const response = await fetch(`${url}/api/admin/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { data } = (await response.json()) as { data: { token: string } };
  return data.token;
}

/** Throws if git finds a problem, or anything uncommitted in the working tree or index. */
export function requireSound(content: string): void {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: content, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const status = git('status', '--porcelain');
  if (status !== '') throw new Error(`git status is not clean:\n${status}`);
  git('fsck', '--strict', '--no-dangling');
}
