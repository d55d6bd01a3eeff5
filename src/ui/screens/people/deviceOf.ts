/** A browser, as people know it. */
interface Device {
  readonly browser: string;
  readonly system: string;
  readonly isPhone: boolean;
}

/** In this order: most browsers call themselves by several names. */
const BROWSERS = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
] as const;

const SYSTEMS = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

/** A readable name for a browser; undefined for an unknown one. */
export function deviceOf(agent: string | null): Device | undefined {
  const browser = BROWSERS.find(([sign]) => agent !== null && sign.test(agent))?.[1];
  if (agent === null || browser === undefined) return undefined;
  const system = SYSTEMS.find(([sign]) => sign.test(agent))?.[1] ?? '–';
  return { browser, system, isPhone: /Mobile|Android|iPhone/.test(agent) };
}
