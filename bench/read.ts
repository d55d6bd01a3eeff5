import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { MODEL } from '../scripts/generate/model.ts';
import { startProcess } from '../test/crash/serverProcess.ts';
import { type BareServer, startBare } from './bareServer.ts';
import { addLinkedPages, LINK_FIELDS } from './linkedPages.ts';
import { sendLoad } from './load.ts';
import { median, type Result } from './measure.ts';

const ROUNDS = 5;
/** The requests of one round: so many that the cost of starting and reading the figures does not matter. */
const KNOWN_REQUESTS = 20_000;
const NEW_REQUESTS = 4000;
const CONNECTIONS = 10;

interface Target {
  readonly what: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Sends the ETag that the answer has when a round begins. */
  readonly isUnchanged?: boolean;
  /** Makes every address different, so that no answer is cached. */
  readonly renew?: (path: string) => string;
}

/** All of these fields, and some of them again: the same answer by a name of its own. */
const createNaming = (fields: readonly string[]) => (path: string) =>
  `${path}${path.includes('?') ? '&' : '?'}fields=${fields},${someOf(fields)}`;
const someOf = (names: readonly string[]): string =>
  Array.from({ length: 24 }, () => names[Math.floor(Math.random() * names.length)]).join();
/** GraphQL answers are cached by their variables, including those that the query does not use. */
const withVariables = (path: string): string =>
  `${path}&variables=${encodeURIComponent(JSON.stringify({ n: Math.random() }))}`;

const GRAPHQL = '{ pages(limit: 20) { data { id title slug fields meta { publishedAt } } } }';
const JSON_BODY = { 'content-type': 'application/json' };

/** A page, the names of its fields, and those of the fields in a list. */
interface KnownPage {
  readonly slug: string;
  readonly fields: readonly string[];
  readonly listed: readonly string[];
}

const targetsOf = ({ slug, fields, listed }: KnownPage): readonly Target[] => {
  const [page, list] = [`/api/content/pages/${slug}`, '/api/content/pages?limit=20'];
  const query = `/api/content/graphql?query=${encodeURIComponent(GRAPHQL)}`;
  return [
    { what: 'page', path: page },
    { what: 'page, 304', path: page, isUnchanged: true },
    { what: 'list of 20', path: list },
    { what: 'list of 20, br', path: list, headers: { 'accept-encoding': 'br' } },
    { what: 'GraphQL list of 20, GET', path: query },
    {
      what: 'GraphQL list of 20, POST',
      path: '/api/content/graphql',
      headers: JSON_BODY,
      body: JSON.stringify({ query: GRAPHQL }),
    },
    { what: 'page, never asked for', path: page, renew: createNaming(fields) },
    { what: 'list of 20, never asked for', path: list, renew: createNaming(listed) },
    { what: 'GraphQL list of 20, never asked for', path: query, renew: withVariables },
  ];
};

/** The highest limit that can be configured: everything is counted, and nothing refused. */
const LIMITED = { RATE_LIMIT_PUBLIC: '1000000' };

const limitedTargetsOf = ({ slug }: KnownPage): readonly Target[] => [
  { what: 'page, limited', path: `/api/content/pages/${slug}` },
  { what: 'list of 20, limited', path: '/api/content/pages?limit=20' },
];

/** Public reads of the server as in production, in turns with bare node:http answering the same bytes. */
export async function benchRead(contentDir: string, privateDir: string, pages: number): Promise<readonly Result[]> {
  const env = { CONTENT_DIR: contentDir, PRIVATE_DIR: privateDir, NODE_ENV: 'production', LOG_LEVEL: 'info' };
  addLinkedPages(contentDir);
  const bare = await startBare();
  const results: Result[] = [];
  try {
    for (const { limits, targets } of [
      { limits: {}, targets: targetsOf },
      { limits: LIMITED, targets: limitedTargetsOf },
    ]) {
      const server = await startProcess({ ...env, ...limits });
      try {
        for (const target of targets(await findPage(server.url))) {
          const { what, size, figures } = await compare(server.url, bare, target);
          results.push(...toResults(`${what}, ${size} bytes (${pages} pages)`, 'bare node:http', figures));
        }
        if (limits !== LIMITED) results.push(...(await compareShown(server.url, pages)));
      } finally {
        await server.stop();
      }
    }
    return results;
  } finally {
    bare.stop();
  }
}

/** A page, once everything that is shown of pages is cached. */
async function findPage(url: string): Promise<KnownPage> {
  while ((await fetch(`${url}/api/ready`)).status !== 200) await setTimeout(100);
  const list = await fetch(`${url}/api/content/pages?limit=20`);
  const { data } = (await list.json()) as { data: readonly { readonly slug: string; readonly fields: object }[] };
  const names = data.map(({ fields }) => Object.keys(fields));
  return { slug: data[0]?.slug ?? '', fields: names[0] ?? [], listed: [...new Set(names.flat())] };
}

/** One round: requests per second, and the server's CPU microseconds for each. */
interface Figures {
  readonly perSecond: number;
  readonly cpuUs: number;
}

interface Measured {
  readonly url: string;
  cpuUs(): Promise<number>;
}

interface Round {
  readonly subject: Figures;
  readonly reference: Figures;
}

async function compare(url: string, bare: BareServer, target: Target) {
  const size = await teach(bare, url, target.isUnchanged ? await withTag(url, target) : target);
  const subject = { url, cpuUs: () => readCpu(url) };
  const figures: Round[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const asked = target.isUnchanged ? await withTag(url, target) : target;
    const taken = { subject: await measure(subject, asked), reference: await measure(bare, asked) };
    // The first one warms up.
    if (round >= 0) figures.push(taken);
  }
  return { what: target.what, size, figures };
}

const ARTICLE_FIELDS = MODEL.filter(([stem]) => stem === 'content-types/article')
  .flatMap(([, { fieldsSchema }]) => fieldsSchema as readonly { readonly name: string }[])
  .map(({ name }) => name);

const list = (type: string, fields: readonly string[], expand = ''): string =>
  `/api/content/pages?limit=50&type=${type}&fields=${fields.join()}${expand && `&expand=${expand}`}`;

/** Lists of fifty pages with what they show of other records, and the same lists without. */
const SHOWN = [
  ...['media', 'media,page,reference,term'].map((names) => ({
    what: `expand=${names}`,
    whole: list('article', ARTICLE_FIELDS, names),
    plain: list('article', ARTICLE_FIELDS),
    reference: 'not expanded',
  })),
  {
    what: 'six links to pages each',
    whole: list('linked', LINK_FIELDS),
    plain: list('unlinked', LINK_FIELDS),
    reference: 'links elsewhere',
  },
];

/** Lists that show other records too, in turns with lists that do not. */
async function compareShown(url: string, pages: number): Promise<readonly Result[]> {
  const server = { url, cpuUs: () => readCpu(url) };
  const renew = (path: string): string =>
    path.replace(/&fields=([^&]*)/, (asked, fields) => `${asked},${someOf(fields.split(','))}`);
  const results: Result[] = [];
  for (const { what, whole, plain, reference } of SHOWN) {
    const figures: Round[] = [];
    for (let round = -1; round < ROUNDS; round += 1) {
      const taken = {
        subject: await measure(server, { what, path: whole, renew }),
        reference: await measure(server, { what, path: plain, renew }),
      };
      // The first one warms up.
      if (round >= 0) figures.push(taken);
    }
    results.push(...toResults(`list of 50, never asked for, ${what} (${pages} pages)`, reference, figures));
  }
  return results;
}

async function withTag(url: string, target: Target): Promise<Target> {
  const { headers, body } = await request(url + target.path);
  await body.dump();
  return { ...target, headers: { ...target.headers, 'if-none-match': String(headers['etag']) } };
}

/** Makes the bare server answer the same bytes as the other one. @returns their number */
async function teach(bare: BareServer, url: string, { path, headers = {}, body }: Target): Promise<number> {
  const method = body === undefined ? 'GET' : 'POST';
  const answer = await request(url + path, { method, headers, body: body ?? null });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  const type = answer.headers['content-type'];
  await bare.answerWith({
    status: answer.statusCode,
    headers: type === undefined ? {} : { 'Content-Type': String(type), 'Content-Length': String(bytes.length) },
    base64: bytes.toString('base64'),
  });
  return bytes.length;
}

async function measure({ url, cpuUs }: Measured, target: Target): Promise<Figures> {
  const amount = target.renew ? NEW_REQUESTS : KNOWN_REQUESTS;
  const before = await cpuUs();
  const status = target.isUnchanged ? 304 : 200;
  const load = { url, status, connections: CONNECTIONS, amount, isAwake: true };
  const perSecond = await sendLoad({ ...load, request: () => toBytes(target) });
  return { perSecond, cpuUs: ((await cpuUs()) - before) / amount };
}

function toBytes({ path, headers = {}, body = '', renew }: Target): string {
  const address = renew?.(path) ?? path;
  const lines = Object.entries({ host: 'localhost', ...headers, ...(body && { 'content-length': body.length }) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `${body ? 'POST' : 'GET'} ${address} HTTP/1.1\r\n${head}\r\n${body}`;
}

/** Reads the server's own figures; reading them hardly changes them. */
async function readCpu(url: string): Promise<number> {
  const metrics = await (await request(`${url}/metrics`)).body.text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1]) * 1e6;
}

function toResults(what: string, than: string, rounds: readonly Round[]): readonly Result[] {
  const row = (unit: string, of: (figures: Figures) => number, compare: (a: number, b: number) => number): Result => ({
    what,
    unit,
    value: median(rounds.map(({ subject }) => of(subject))),
    reference: { what: than, value: median(rounds.map(({ reference }) => of(reference))) },
    ratio: median(rounds.map(({ subject, reference }) => compare(of(subject), of(reference)))),
  });
  return [
    row(
      'requests/s',
      ({ perSecond }) => perSecond,
      (own, bare) => own / bare,
    ),
    row(
      'µs of CPU',
      ({ cpuUs }) => cpuUs,
      (own, bare) => bare / own,
    ),
  ];
}
