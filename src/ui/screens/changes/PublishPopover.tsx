import { Popover } from '@mantine/core';
import { cloneElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MenuButton } from '../../parts/menu/MenuOnDemand.tsx';
import { OnDemand } from '../../parts/onDemand/OnDemand.tsx';

interface PublishPopoverProps {
  readonly button: MenuButton;
  readonly isOpen: boolean;
  onClose(): void;
  /** Where the panel leads when it closes. */
  readonly lead: { readonly isLeading: boolean; to(path: readonly string[]): void };
  /** The panel that says what will be different and publishes it. */
  panel(onClose: () => void, onLead: (path: readonly string[]) => void): ReactNode;
}

/** The button that publishes, with its panel. */
export function PublishPopover({ button, isOpen, onClose, lead, panel }: PublishPopoverProps) {
  const { t } = useTranslation();
  const target = useRef<HTMLButtonElement>(null);
  const [isMounted, setMounted] = useState(false);
  useLayoutEffect(() => {
    // Where the button that stood here before had the focus, this one takes it over.
    if (document.activeElement === document.body) target.current?.focus({ preventScroll: true });
    setMounted(true);
  }, []);
  const opened = isOpen && isMounted;
  return (
    <Popover
      {...{ opened, onChange: onClose, position: 'bottom-end', width: 360, shadow: 'md' }}
      trapFocus
      returnFocus={!lead.isLeading}
    >
      <Popover.Target>{cloneElement(button, { ref: target })}</Popover.Target>
      <Popover.Dropdown aria-label={t('draft.publish')}>
        {opened && <OnDemand>{panel(onClose, lead.to)}</OnDemand>}
      </Popover.Dropdown>
    </Popover>
  );
}
