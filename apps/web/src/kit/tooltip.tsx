import {
  type ComponentType,
  type PointerEvent,
  type ReactElement,
  type Ref,
  Suspense,
  cloneElement,
  lazy,
  useCallback,
  useEffect,
  useId,
  useState,
} from 'react';
import { type TooltipLabelProps } from './tooltip-label.js';

interface TooltipProps {
  label: string | undefined;
  /** Also shows the label while the child, or the link around it, has the focus, and after a tap on it. */
  isReachable?: boolean;
  /** Must pass its properties on to an element of the page. */
  children: ReactElement<TargetProps>;
}

interface TargetProps {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void;
  'aria-describedby'?: string;
  ref?: Ref<HTMLElement>;
}

/** Most are never pointed at, and the library that places them is large. A page without a tooltip is better than an error. */
const TooltipLabel = lazy(async (): Promise<{ default: ComponentType<TooltipLabelProps> }> => {
  try {
    return { default: (await import('./tooltip-label.js')).TooltipLabel };
  } catch {
    return { default: () => null };
  }
});

/** Shows the label while a mouse points at the child. */
export function Tooltip({ label, isReachable = false, children }: TooltipProps) {
  const [target, setTarget] = useState<HTMLElement>();
  const [isPointedAt, setIsPointedAt] = useState(false);
  const id = useId();
  const isOpen = isPointedAt && label !== undefined;
  const close = useCallback(() => setIsPointedAt(false), []);
  const open = useCallback((element: HTMLElement) => {
    setTarget(element);
    setIsPointedAt(true);
  }, []);
  useClosing(isPointedAt ? target : undefined, close);
  const reachable = useFocusAndTap(open, close);
  const child = cloneElement(children, {
    onPointerEnter: (event) => {
      children.props.onPointerEnter?.(event);
      if (event.pointerType === 'touch') return;
      open(event.currentTarget);
    },
    onPointerLeave: (event) => {
      children.props.onPointerLeave?.(event);
      if (event.pointerType !== 'touch') close();
    },
    'aria-describedby': isOpen ? id : children.props['aria-describedby'],
    ...(isReachable ? { ref: reachable } : {}),
  });
  return (
    <>
      {child}
      {target === undefined ? null : (
        <Suspense>
          <TooltipLabel id={id} target={target} isOpen={isOpen} label={label} />
        </Suspense>
      )}
    </>
  );
}

/** Closes an open tooltip with Escape, and by a press elsewhere. */
function useClosing(target: HTMLElement | undefined, close: () => void): void {
  useEffect(() => {
    if (target === undefined) return;
    const closing = new AbortController();
    const { signal } = closing;
    addEventListener(
      'keydown',
      ({ key }) => {
        if (key === 'Escape') close();
      },
      { signal },
    );
    addEventListener(
      'pointerdown',
      (event) => {
        if (event.target instanceof Node && !target.contains(event.target)) close();
      },
      { signal },
    );
    return () => closing.abort();
  }, [target, close]);
}

/** The ref of an element that opens its tooltip by keyboard and touch. In a link, a tap follows the link instead. */
function useFocusAndTap(
  open: (element: HTMLElement) => void,
  close: () => void,
): (element: HTMLElement | null) => (() => void) | undefined {
  return useCallback(
    (element) => {
      if (element === null) return undefined;
      const control = element.closest<HTMLElement>('a, button');
      const focusable = control ?? element;
      const listening = new AbortController();
      const { signal } = listening;
      const onFocus = (): void => {
        if (focusable.matches(':focus-visible')) open(element);
      };
      const onTap = (event: MouseEvent): void => {
        if (!(event instanceof PointerEvent) || event.pointerType !== 'touch') return;
        // A row of a table would open its page.
        event.stopPropagation();
        open(element);
      };
      focusable.addEventListener('focus', onFocus, { signal });
      focusable.addEventListener('blur', close, { signal });
      if (control === null) element.addEventListener('click', onTap, { signal });
      return () => listening.abort();
    },
    [open, close],
  );
}
