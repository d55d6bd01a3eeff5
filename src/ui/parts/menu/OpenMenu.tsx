import { Menu, type MenuProps } from '@mantine/core';
import { cloneElement, type ReactElement, useLayoutEffect, useRef, useState } from 'react';

/** The button that opens a menu. */
export type MenuButton = ReactElement<React.ComponentPropsWithRef<'button'>>;

interface OpenMenuProps extends MenuProps {
  readonly button: MenuButton;
}

/** A menu that opens as soon as it is mounted and returns the focus to its button. */
export function OpenMenu({ button, children, ...props }: OpenMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    target.current?.focus({ preventScroll: true });
    setOpen(true);
  }, []);
  return (
    <Menu {...props} opened={isOpen} onChange={setOpen}>
      <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>
      {children}
    </Menu>
  );
}
