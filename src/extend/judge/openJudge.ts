import type { AppDeps } from '../../http/app.ts';
import type { Log } from '../../http/log/log.ts';
import type { SiteCode } from '../../model/entry.ts';
import type { CropRules } from '../../model/media/mediaVariant.ts';
import type { LoadedExtension } from '../loaded.ts';
import { createSiteCode } from './createSiteCode.ts';
import { createGuard, type ExtensionStates, type Guard } from './guard.ts';

/** The code of the extensions that judges and shows records. */
export interface Judge extends Pick<AppDeps, 'around'> {
  readonly code: SiteCode;
  readonly states: ExtensionStates;
}

/** What the configuration declares, as far as records are judged and shown by it. */
interface CodeSources {
  readonly extensions?: readonly LoadedExtension[] | undefined;
  /** The crops of pictures. */
  readonly images?: CropRules | undefined;
}

interface Options extends CodeSources {
  readonly log: Pick<Log, 'warn'>;
  readonly clock?: (() => Date) | undefined;
}

export function openJudge({ extensions = [], images, log, clock = () => new Date() }: Options): Judge {
  const guard = createGuard({
    clock,
    onFailure: ({ extension, part, isOff, reason }) =>
      log.warn({ extension, part, isOff }, `An extension has failed: ${reason}`),
  });
  return {
    code: createLoadedCode({ extensions, images }, guard),
    states: guard,
    around: extensions.length > 0 ? guard.withinRequest : undefined,
  };
}

/** The same for commands, which report what fails with the record that it concerns. */
export function createLoadedCode(
  { extensions = [], images }: CodeSources,
  guard: Guard = createGuard({ clock: () => new Date() }),
): SiteCode {
  const code = createSiteCode(
    extensions.map(({ definition }) => definition),
    guard,
  );
  return images === undefined ? code : { ...code, crops: images };
}
