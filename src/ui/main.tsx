import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './theme/base.css';
import { createRoot } from 'react-dom/client';
import { App, openApp } from './App.tsx';
import { startI18n } from './i18n/i18n.ts';

/** How long the first screen waits for the font before it is shown in the system's own. */
const FONT_MS = 400;

const waitForFont = (): Promise<unknown> =>
  Promise.race([
    document.fonts.load("1rem 'Inter Variable'").catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, FONT_MS)),
  ]);

const app = openApp();
await Promise.all([startI18n(), waitForFont()]);
createRoot(document.getElementById('root')!).render(<App {...app} />);
