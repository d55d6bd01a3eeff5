import { useRole } from '../session/useRole.ts';
import type { ExtensionScreen } from '../wire/interface.ts';
import { FailedFrame } from './host/FailedFrame.tsx';
import { FrameHost } from './host/FrameHost.tsx';

/** How far a screen may grow: ten times as high as a large window. */
const MAX_HEIGHT = 20_000;

/** What a screen of an extension shows below its title. */
export function ScreenFrame({ screen }: { readonly screen: ExtensionScreen }) {
  const isReadOnly = !useRole('editor');
  const { title } = screen;
  return (
    <FrameHost
      source={screen}
      title={title}
      state={{ value: undefined, record: null, locale: null, isReadOnly, hasHistory: false }}
      failed={(failure, onRetry) => <FailedFrame {...{ title, failure, onRetry }} />}
      maxHeight={MAX_HEIGHT}
      isTall
    />
  );
}
