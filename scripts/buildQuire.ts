import { bundle, WORKERS } from './bundle.ts';
import { bundleClient } from './bundleClient.ts';
import { bundleDependencies } from './bundleDependencies.ts';
import { bundleExtend } from './bundleExtend.ts';
import { bundleFrame } from './bundleFrame.ts';
import { bundleMain } from './bundleMain.ts';
import { bundleUi } from './bundleUi.ts';
import { bundleValidators } from './bundleValidators.ts';

/** Builds everything that Quire runs with into `dist/`. */
export async function buildQuire(): Promise<void> {
  await bundle(WORKERS, 'dist');
  await bundleMain();
  await bundleClient();
  await bundleExtend();
  await bundleFrame();
  bundleValidators();
  bundleDependencies();
  await bundleUi();
}
