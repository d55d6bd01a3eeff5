import { Loader, Overlay, Portal } from '@mantine/core';
import { type ComponentType, lazy, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './loadOnDemand.module.css';
import { LoadProblem, PartBoundary } from './PartBoundary.tsx';

interface ClosablePart {
  /** Also called when the user closes the message that a dialog could not be loaded. */
  onClose?(): void;
}

/** A part of a screen whose code is loaded when it is first shown. */
export interface PartOnDemand<P> {
  (props: P & ClosablePart): ReactNode;
  /** Loads the code ahead; once it is there, the part is shown without a wait. */
  load(): Promise<unknown>;
}

interface PartOptions {
  /** Shown while the code is loading. */
  readonly waiting?: ReactNode;
  /** Shown if the part fails. */
  readonly failed?: ReactNode;
  /** Whether it opens on top of the screen, as a dialog or a drawer. */
  readonly isDialog?: boolean;
}

/** Makes a part of a screen of code that is a chunk of its own, because it is large or brings much along. */
export function loadOnDemand<P extends object>(
  load: () => Promise<ComponentType<P>>,
  options: PartOptions = {},
): PartOnDemand<P> {
  const part: PartCode<P> = { Code: lazy(loadPart) };
  async function loadPart() {
    part.Code = await load();
    return { default: part.Code };
  }
  const show = (props: P & ClosablePart): ReactNode => <PartPlace part={part} props={props} options={options} />;
  return Object.assign(show, { load: loadPart });
}

/** Once the code is there it takes the place of what would wait for it. */
interface PartCode<P> {
  Code: ComponentType<P>;
}

interface PartPlaceProps<P> {
  readonly part: PartCode<P>;
  readonly props: P & ClosablePart;
  readonly options: PartOptions;
}

function PartPlace<P extends object>({ part, props, options }: PartPlaceProps<P>) {
  const { isDialog = false, waiting = isDialog && <Opening />, failed } = options;
  const [Code] = useState(() => part.Code);
  return (
    <PartBoundary waiting={waiting} failed={isDialog ? <FloatingProblem onClose={props.onClose} /> : failed}>
      <Code {...props} />
    </PartBoundary>
  );
}

/** Visible only after a moment. */
function Opening() {
  const { t } = useTranslation();
  return (
    <Portal>
      <Overlay
        fixed
        center
        backgroundOpacity={0.2}
        className={classes.late}
        role="status"
        aria-label={t('shell.opening')}
      >
        <Loader />
      </Overlay>
    </Portal>
  );
}

const FloatingProblem = ({ onClose }: { readonly onClose: (() => void) | undefined }) => (
  <Portal>
    <div className={classes.problem}>
      <LoadProblem {...(onClose && { onClose })} />
    </div>
  </Portal>
);
