import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { addSection } from '../../i18n/i18n.ts';
import { loadOnDemand } from '../onDemand/loadOnDemand.tsx';

/** The library as a dialog. */
export const MediaLibraryDialog = loadOnDemand(
  async () => {
    const [{ MediaBrowser }] = await Promise.all([import('./MediaBrowser.tsx'), addSection('media')]);
    return MediaBrowser;
  },
  { isDialog: true },
);
const preloadLibrary = (): void => void MediaLibraryDialog.load().catch(() => undefined);

interface PickerOptions {
  readonly isMany?: boolean;
  /** Only pictures. */
  readonly isPicture?: boolean;
  onPick(ids: readonly number[]): void;
  /** Closed without a choice. */
  onClose?(): void;
}

export interface MediaPicker {
  open(): void;
  /** Props for a button that opens it; they load its code on hover and focus. */
  readonly button: { onClick(): void; onFocus(): void; onPointerEnter(): void };
  readonly element: ReactNode;
}

/** Opens the library as a dialog to choose files from. */
export function useMediaPicker({ onPick, onClose, ...options }: PickerOptions): MediaPicker {
  const [isOpen, { open, close }] = useDisclosure(false);
  const pick = (ids: readonly number[]): void => {
    close();
    onPick(ids);
  };
  const dismiss = (): void => {
    close();
    onClose?.();
  };
  const element = isOpen && <MediaLibraryDialog {...options} onPick={pick} onClose={dismiss} />;
  return { open, button: { onClick: open, onFocus: preloadLibrary, onPointerEnter: preloadLibrary }, element };
}
