import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** The only accent colour, a harbour blue. White on shade 6 has a contrast of 5.6. */
const accent: MantineColorsTuple = [
  '#edf7f8',
  '#d8ecef',
  '#aed8dd',
  '#80c2ca',
  '#58adb8',
  '#33919e',
  '#1d7382',
  '#155f6c',
  '#114d58',
  '#0b3a43',
];

/** Greys tinted with the accent. */
const gray: MantineColorsTuple = [
  '#f7f9f9',
  '#eff2f3',
  '#e3e8ea',
  '#d3dadd',
  '#b9c3c7',
  '#8d999e',
  '#616d73',
  '#465157',
  '#2e373c',
  '#1a2125',
];

const dark: MantineColorsTuple = [
  '#d5dbde',
  '#b4bdc2',
  '#95a0a6',
  '#667279',
  '#3d474d',
  '#2f383d',
  '#252d31',
  '#1a2023',
  '#14191b',
  '#0e1214',
];

/** Light enough that the screen behind it stays visible. */
const OVERLAY = { backgroundOpacity: 0.4 };

/** The theme of the interface: one density, one accent colour. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 6 },
  colors: { accent, gray, dark },
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  headings: { fontFamily: "'Inter Variable', system-ui, sans-serif", fontWeight: '620' },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '16px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: { centered: true, overlayProps: OVERLAY } },
    Drawer: { defaultProps: { overlayProps: OVERLAY } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
    // Focus the first item directly: Mantine's placeholder for the focus is not a menu item.
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-end', withInitialFocusPlaceholder: false } },
  },
});
