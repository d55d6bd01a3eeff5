import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import type { QuireConfig } from '../../../src/extend/extension.ts';
import { until } from '../../http/makeServer.ts';
import { makeReceiver, type Receiver } from '../../job/makeReceiver.ts';
import { makeSite, type Reply, type Site } from '../../makeSite.ts';
import { writeFiles } from '../../plantRepository.ts';
import { SMALL_SITE } from '../../smallSite.ts';

/** A site whose effects run, and a server that they can call. */
export interface EffectSite extends Site {
  readonly receiver: Receiver;
  readonly configFile: string;
  /** As an admin. */
  send(call: string, body?: unknown): Promise<Reply>;
  /** Runs of an extension, newest first. */
  runs(extension?: string): Promise<Reply['body']['data']>;
  /** Waits until no run is waiting for its first attempt. */
  settled(extension?: string): Promise<void>;
}

interface Options extends Pick<NonNullable<Parameters<typeof makeSite>[1]>, 'effectLimits'> {
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Writes a configuration of this text, below the words that all of them share. Returns its path. */
export function writeConfig(extensions: string, { url }: Pick<Receiver, 'url'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const shared = `
const after = (event, filter, run) => ({ event, filter, run });
const needs = { hosts: ['127.0.0.1'] };
const url = '${url}';
/** Tells the receiver something. */
const tell = ({ fetch }, what) => fetch(url, { method: 'POST', body: JSON.stringify(what) });
`;
  writeFiles(folder, { 'quire.config.mjs': `${shared}export default { extensions: [${extensions}] };\n` });
  return join(folder, 'quire.config.mjs');
}

/** The configuration of a file. */
export async function readConfig(path: string): Promise<QuireConfig> {
  const { default: config } = (await import(pathToFileURL(path).href)) as { default: QuireConfig };
  return config;
}

/** Makes a site with these extensions: the items of a list, as the text of a module. */
export async function makeEffectSite(
  extensions: string,
  { files = {}, env = {}, ...limits }: Options = {},
): Promise<EffectSite> {
  const receiver = await makeReceiver();
  const configFile = writeConfig(extensions, receiver);
  const loaded = (await readConfig(configFile)).extensions ?? [];
  const site = await makeSite(
    { ...SMALL_SITE, 'site.yaml': 'defaultLocale: en\nsession: { duration: 30d }\n', ...files },
    { env: { WEBHOOK_ALLOW_PRIVATE: 'true', ...env }, extensions: () => loaded, configFile, ...limits },
  );
  const send: EffectSite['send'] = (call, body) => site.ask(call, { as: 'admin', ...(body !== undefined && { body }) });
  const runs: EffectSite['runs'] = async (extension = 'tests') =>
    (await send(`GET /admin/extensions/${extension}/effects/deliveries`)).body.data;
  return Object.assign(Object.create(site) as Site, {
    ...{ receiver, configFile, send, runs },
    async settled(extension?: string) {
      await until(async () => (await runs(extension)).every(isOver));
    },
  });
}

const isOver = ({ status, attempts }: { status: string; attempts: number }): boolean =>
  status !== 'pending' || attempts > 0;
