/** A browser and its system, by the names that people know. */
interface Device {
  readonly browser: string;
  readonly system: string;
  readonly isPhone: boolean;
}

/** The order matters, because most browsers go by several names. */
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

/** The browser and system that a user agent names; undefined for an unknown one. */
export function deviceOf(agent: string | null): Device | undefined {
  const browser = BROWSERS.find(([sign]) => agent !== null && sign.test(agent))?.[1];
  if (agent === null || browser === undefined) return undefined;
  const system = SYSTEMS.find(([sign]) => sign.test(agent))?.[1] ?? '–';
  return { browser, system, isPhone: /Mobile|Android|iPhone/.test(agent) };
}
