import i18next from 'i18next';
import { cloneElement, type ReactElement, type ReactNode, Suspense, startTransition, useState } from 'react';
import { tellTrouble } from '../dialog/tell.tsx';

/** The button that opens a menu. */
export type MenuButton = ReactElement<React.ComponentPropsWithRef<'button'>>;

interface MenuOnDemandProps {
  readonly button: MenuButton;
  /** Loads the code of the menu. */
  load(): Promise<unknown>;
  /** The menu around its button, an `OpenMenu`. */
  children(button: MenuButton): ReactNode;
}

/** A menu that is only a button until it is wanted: a form has hundreds of them. */
export function MenuOnDemand({ button, load, children }: MenuOnDemandProps) {
  const [isWanted, setWanted] = useState(false);
  const prepare = (): void => void load().catch(() => undefined);
  async function open(): Promise<void> {
    try {
      await load();
    } catch {
      tellTrouble(i18next.t('problem.notLoaded'));
      return;
    }
    // The transition keeps this button, with the focus, until the menu can replace it.
    startTransition(() => setWanted(true));
  }
  const closed = cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => void open(),
    onPointerEnter: prepare,
    onFocus: prepare,
  });
  return <Suspense fallback={closed}>{isWanted ? children(button) : closed}</Suspense>;
}
