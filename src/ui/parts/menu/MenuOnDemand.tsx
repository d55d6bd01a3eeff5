import { cloneElement, type ReactElement, type ReactNode, Suspense, startTransition, useState } from 'react';

/** A button that a menu belongs to. */
export type MenuButton = ReactElement<React.ComponentPropsWithRef<'button'>>;

interface MenuOnDemandProps {
  readonly button: MenuButton;
  /** Brings the menu's part of the program. */
  load(): Promise<unknown>;
  /** The menu around its button, an `OpenMenu`. */
  children(button: MenuButton): ReactNode;
}

/** A menu that is nothing but its button until somebody wants it: a form has hundreds of them. */
export function MenuOnDemand({ button, load, children }: MenuOnDemandProps) {
  const [isWanted, setWanted] = useState(false);
  const prepare = (): void => void load().catch(() => undefined);
  const closed = cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    // It stays, with the focus, until the menu can take its place.
    onClick: () => startTransition(() => setWanted(true)),
    onPointerEnter: prepare,
    onFocus: prepare,
  });
  return <Suspense fallback={closed}>{isWanted ? children(button) : closed}</Suspense>;
}
