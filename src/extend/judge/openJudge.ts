import type { AppDeps } from '../../http/app.ts';
import type { Log } from '../../http/log/log.ts';
import type { SiteCode } from '../../model/entry.ts';
import type { LoadedExtension } from '../loaded.ts';
import { createSiteCode } from './createSiteCode.ts';
import { createGuard, type ExtensionStates, type Guard } from './guard.ts';

/** The code of the extensions that judges and shows records. */
export interface Judge extends Pick<AppDeps, 'around'> {
  readonly code: SiteCode;
  readonly states: ExtensionStates;
}

interface Options {
  readonly extensions?: readonly LoadedExtension[] | undefined;
  readonly log: Pick<Log, 'warn'>;
  readonly clock?: (() => Date) | undefined;
}

export function openJudge({ extensions = [], log, clock = () => new Date() }: Options): Judge {
  const guard = createGuard({
    clock,
    onFailure: ({ extension, part, isOff, reason }) =>
      log.warn({ extension, part, isOff }, `An extension has failed: ${reason}`),
  });
  return {
    code: createLoadedCode(extensions, guard),
    states: guard,
    around: extensions.length > 0 ? guard.withinRequest : undefined,
  };
}

/** The same for commands, which report what fails with the record that it concerns. */
export const createLoadedCode = (
  extensions: readonly LoadedExtension[],
  guard: Guard = createGuard({ clock: () => new Date() }),
): SiteCode =>
  createSiteCode(
    extensions.map(({ definition }) => definition),
    guard,
  );
