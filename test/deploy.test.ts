import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { VARIABLES } from '../src/config.ts';
import { makeTeam } from './host/makeTeam.ts';

const read = (name: string): string => readFileSync(`deploy/${name}`, 'utf8');

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly datasource: { readonly uid: string };
  readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
  readonly targets: readonly { readonly refId: string; readonly expr: string }[];
}

describe('the dashboard', () => {
  const dashboard = JSON.parse(read('grafana.json')) as { readonly panels: readonly Panel[] };
  const { panels } = dashboard;

  it('uses only figures that a server has, like the alerts in the document', async () => {
    const { site } = await makeTeam();
    // The time of an answer is counted after it, so it shows only in a later answer.
    await fetch(`${site.url}/api/content/pages`);
    await fetch(`${site.url}/metrics`);
    const text = await (await fetch(`${site.url}/metrics`)).text();
    const known = new Set([...text.matchAll(/^(\w+)(?:\{.*\})? /gm)].map(([, name]) => name));
    const document = readFileSync('docs/operations.md', 'utf8').split('## Monitoring')[1]!;
    const alerts = [...document.matchAll(/^\| `(\w+)/gm)].map(([, name]) => name).filter((name) => name !== 'up');
    const asked = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n');
    const named = [...asked.matchAll(/\b((?:quire|nodejs|process)_\w+)/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(15);
    expect([...named, ...alerts].filter((name) => !known.has(name))).toEqual([]);
    expect(asked).not.toMatch(/\b(?:rate|increase)\((?!\w+(?:_total|_bucket|_sum|_count)\b)/);
  });

  it('has panels side by side, each querying the chosen source for the chosen job', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { title, type, datasource, targets } of panels) {
      expect([type, datasource.uid]).toEqual(['timeseries', `\${source}`]);
      expect(new Set(targets.map(({ refId }) => refId)).size, title).toBe(targets.length);
      for (const { expr } of targets) expect(expr).toContain('job="$job"');
    }
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(cells.every((cell) => Number(cell.split(' ')[0]) < 24)).toBe(true);
  });
});

describe('a proxy in front of a server', () => {
  it.each(['nginx.conf', 'Caddyfile'])(
    '%s passes events on as they happen, and does not publish the figures',
    (name) => {
      const text = read(name);
      expect(text).toMatch(/proxy_buffering off|flush_interval -1/);
      expect(text).toMatch(/location \^~ \/metrics \{[^}]*deny all|@figures path \/metrics\*\n\trespond @figures 403/);
    },
  );

  it('nginx passes on the real address of the caller, and accepts bodies as large as Quire does', () => {
    const text = read('nginx.conf');
    const proxied = text.split('location').filter((one) => one.includes('X-Forwarded-Proto'));
    for (const one of proxied) expect(one).toContain('X-Forwarded-For $remote_addr;');
    expect(proxied.length).toBe(2);
    expect(text).not.toContain('proxy_add_x_forwarded_for');
    expect(Number(/client_max_body_size (\d+)m/.exec(text)?.[1])).toBeGreaterThan(256);
  });
});

describe('the systemd unit', () => {
  const unit = read('quire.service');
  const setting = (name: string): readonly string[] =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].flatMap(([, value]) => value!.split(' '));

  it('SEC-6 starts the program from a folder that the server cannot write to, and nothing from those that it can', () => {
    const [program] = setting('WorkingDirectory');
    const written = [...setting('ReadWritePaths'), ...setting('StateDirectory').map((name) => `/var/lib/${name}`)];
    expect([setting('ProtectSystem'), program]).toEqual([['strict'], '/opt/quire']);
    expect(setting('ExecStart').slice(0, 2)).toEqual(['/usr/bin/node', 'node_modules/@quire-cms/quire/dist/main.js']);
    const isBelow = (path: string, folder: string): boolean => `${path}/`.startsWith(`${folder}/`);
    expect(written.filter((folder) => isBelow(program!, folder) || isBelow(folder, program!))).toEqual([]);
    expect(written.filter((folder) => !setting('NoExecPaths').some((one) => isBelow(folder, one)))).toEqual([]);
  });

  it('exposes little', ({ skip }) => {
    const { stdout, error } = spawnSync(
      'systemd-analyze',
      ['security', '--offline=true', '--threshold=15', 'deploy/quire.service'],
      { encoding: 'utf8', env: { ...process.env, SYSTEMD_COLORS: '0' } },
    );
    if (error) skip('systemd-analyze is not installed');
    expect(Number(/exposure level for quire\.service: (\d+\.\d+)/.exec(stdout)?.[1])).toBeLessThanOrEqual(1.5);
  });
});

describe('an image', () => {
  const file = read('Dockerfile');
  const { services } = parse(read('compose.yaml')) as { services: { quire: Record<string, unknown> } };

  it('runs without special rights, reports whether it is ready, and keeps its data in a volume', () => {
    expect(/^USER (.*)$/m.exec(file)?.[1]).toBe('node');
    expect(file.indexOf('\nUSER node')).toBeLessThan(file.indexOf('\nENTRYPOINT'));
    expect(file).toMatch(/HEALTHCHECK[\s\S]*\/api\/ready/);
    expect(file).toContain('VOLUME /data');
    expect(/^WORKDIR (.*)$/m.exec(file)?.[1]).toBe('/site');
    expect(file.match(/^FROM .*$/gm)?.filter((line) => !/^FROM \$\{NODE_IMAGE\}/.test(line))).toEqual([]);
    const { read_only, cap_drop, volumes } = services.quire;
    expect([read_only, cap_drop, volumes]).toEqual([true, ['ALL'], ['data:/data']]);
  });

  it('and the systemd unit set only variables that exist', () => {
    const env = /^ENV (.*)$/m.exec(file)?.[1]?.split(' ') ?? [];
    const names = [...env, ...Object.keys(services.quire['environment'] as object)].map((one) => one.split('=')[0]!);
    const document = readFileSync('docs/operations.md', 'utf8');
    const written = [...document.matchAll(/\b([A-Z][A-Z0-9]+_[A-Z0-9_]+)=/g)].map(([, name]) => name!);
    expect(written.length).toBeGreaterThan(8);
    const built = [...file.matchAll(/^ARG (\w+)/gm)].map(([, name]) => name!);
    const known = [...Object.keys(VARIABLES), 'NODE_ENV', ...built];
    expect([...names, ...written].filter((name) => !known.includes(name))).toEqual([]);
  });
});
