import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** The one accent: the water of a harbour. White stands on shade 6 with a contrast of 5.6. */
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

/** Greys with a little of the accent in them. */
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

/** What is behind stays to be seen. */
const OVERLAY = { backgroundOpacity: 0.4 };

/** How everything looks. One density, one accent. */
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
    // The focus goes to the first item: what stands in for it otherwise is no item of a menu.
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-end', withInitialFocusPlaceholder: false } },
  },
});
