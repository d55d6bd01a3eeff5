import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isWrite } from '../../../src/http/endpoint.ts';
import { effort } from '../../effort.ts';
import { someOf } from '../../long.ts';
import { makeSite } from '../../makeSite.ts';
import { type Column, linesOf, playMatrix, readColumn, showMatrix } from './matrix.ts';
import { MATRIX_REQUESTS } from './matrixRequests.ts';
import { MATRIX_ROLES, type MatrixRole } from './matrixRoles.ts';

const TABLE = join(import.meta.dirname, 'matrix.md');
const HEAD = `# Who may do what with which record

What roles of one's own (\`matrixRoles.ts\`) are answered, by endpoint and by where the record is, in the order of each
heading: \`yes\`; \`no\` for a lack of rights; \`–\` as if it did not exist; else the status. Who may call an endpoint at
all is in \`test/http/admin/access.test.ts\`. Written by
\`npm run test:long -- test/security/rights/matrix.test.ts -u\`, to be read before it is committed.

`;
/** Endpoints that write, but no content: who may call them is decided by the level of the role alone. */
const NOT_CONTENT =
  /\/admin\/(?:auth|users|invitations|api-keys|webhooks|roles|extensions|sync|setup|presence|views|work|preview-sessions)(?:\/|$)/;

describe('the matrix of rights', () => {
  it('SEC-48 has a line for every endpoint that writes content', async () => {
    const site = await makeSite();
    const writes = site.cms.endpoints
      .filter((endpoint) => endpoint.path.startsWith('/api/admin/') && isWrite(endpoint))
      .map(({ method, path }) => `${method} ${path.slice('/api'.length)}`)
      .filter((endpoint) => !NOT_CONTENT.test(endpoint));
    const lines = Object.values(MATRIX_REQUESTS).flatMap(Object.keys);
    expect(lines.toSorted()).toEqual(writes.toSorted());
  });

  it('SEC-48 is what its table says, for every role, endpoint and record', { timeout: 300_000 }, async () => {
    const site = await makeSite();
    const reads = site.cms.endpoints
      .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/admin/'))
      .map(({ path }) => `GET ${path.slice('/api'.length)}`);
    const all = linesOf(reads);
    const roles = (Object.keys(MATRIX_ROLES) as MatrixRole[]).slice(0, effort(5, 1));
    const lines = someOf(all, 8);
    const columns: Record<string, Column> = {};
    for (const role of roles) columns[role] = await playMatrix(MATRIX_ROLES[role], lines);
    if (roles.length === Object.keys(MATRIX_ROLES).length)
      return expect(`${HEAD}${showMatrix(lines, columns)}\n`).toMatchFileSnapshot(TABLE);
    const table = readFileSync(TABLE, 'utf8');
    for (const [role, column] of Object.entries(columns))
      expect(lines.map((line, at) => [line.endpoint, column[at]])).toEqual(
        readColumn(table, role, lines).map((cells, at) => [lines[at]!.endpoint, cells]),
      );
  });
});
