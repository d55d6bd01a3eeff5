import { cloneElement, type ReactElement, type ReactNode, Suspense } from 'react';
import { useOnDemand } from '../onDemand/useOnDemand.ts';

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
  const { isLoaded, prepare, want } = useOnDemand(load);
  const closed = cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => void want(),
    onPointerEnter: prepare,
    onFocus: prepare,
  });
  return <Suspense fallback={closed}>{isLoaded ? children(button) : closed}</Suspense>;
}
