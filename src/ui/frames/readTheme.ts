import type { FrameColor, FrameTheme } from '../../frame/types.ts';

/** The variable of each colour. */
const COLORS: Readonly<Record<FrameColor, string>> = {
  text: '--mantine-color-text',
  quiet: '--quiet',
  ground: '--mantine-color-body',
  raised: '--raised',
  line: '--line',
  hover: '--hover',
  accent: '--mantine-primary-color-filled',
  'accent-text': '--mantine-primary-color-contrast',
  focus: '--focus',
  error: '--mantine-color-error',
};

/** How the interface looks at present. Variables of one document mean nothing in another, so it is told in values. */
export function readTheme(scheme: FrameTheme['scheme']): FrameTheme {
  const probe = document.body.appendChild(document.createElement('span'));
  const readColor = (variable: string): string => {
    probe.style.color = `var(${variable})`;
    return getComputedStyle(probe).color;
  };
  try {
    const colors = Object.fromEntries(Object.entries(COLORS).map(([name, variable]) => [name, readColor(variable)]));
    const root = getComputedStyle(document.documentElement);
    const radius = root.getPropertyValue('--mantine-radius-md');
    // Each colour has its row in the table.
    return { scheme, colors: colors as FrameTheme['colors'], font: FONT, fontSize: root.fontSize, radius };
  } finally {
    probe.remove();
  }
}

/** The interface's own font is a file that a frame may not load. */
const FONT = "system-ui, -apple-system, 'Segoe UI', sans-serif";
