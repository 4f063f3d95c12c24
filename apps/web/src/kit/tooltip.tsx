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
  /** Also shows the label on keyboard focus of the child or the link around it, and after a tap. */
  isReachable?: boolean;
  /** Must pass its props on to a DOM element. */
  children: ReactElement<TargetProps>;
}

interface TargetProps {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void;
  'aria-describedby'?: string;
  ref?: Ref<HTMLElement>;
}

/** Loaded on first use, because the library is large. If it cannot be loaded, the page works without tooltips. */
const TooltipLabel = lazy(async (): Promise<{ default: ComponentType<TooltipLabelProps> }> => {
  try {
    return { default: (await import('./tooltip-label.js')).TooltipLabel };
  } catch {
    return { default: () => null };
  }
});

/** Shows the label while the mouse is over the child. */
export function Tooltip({ label, isReachable = false, children }: TooltipProps) {
  const [target, setTarget] = useState<HTMLElement>();
  const [isHovered, setIsHovered] = useState(false);
  const id = useId();
  const isOpen = isHovered && label !== undefined;
  const close = useCallback(() => setIsHovered(false), []);
  const open = useCallback((element: HTMLElement) => {
    setTarget(element);
    setIsHovered(true);
  }, []);
  useClosing(isHovered ? target : undefined, close);
  const focusAndTapRef = useFocusAndTap(open, close);
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
    ...(isReachable ? { ref: focusAndTapRef } : {}),
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

/** Closes an open tooltip on Escape and on a press outside of it. */
function useClosing(target: HTMLElement | undefined, close: () => void): void {
  useEffect(() => {
    if (target === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
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
    return () => controller.abort();
  }, [target, close]);
}

/** Returns a ref that opens the tooltip on keyboard focus and on tap. Inside a link or button, a tap activates that instead. */
function useFocusAndTap(
  open: (element: HTMLElement) => void,
  close: () => void,
): (element: HTMLElement | null) => (() => void) | undefined {
  return useCallback(
    (element) => {
      if (element === null) return undefined;
      const control = element.closest<HTMLElement>('a, button');
      const focusable = control ?? element;
      const controller = new AbortController();
      const { signal } = controller;
      const onFocus = (): void => {
        if (focusable.matches(':focus-visible')) open(element);
      };
      const onTap = (event: MouseEvent): void => {
        if (!(event instanceof PointerEvent) || event.pointerType !== 'touch') return;
        // A clickable table row must not open its page.
        event.stopPropagation();
        open(element);
      };
      focusable.addEventListener('focus', onFocus, { signal });
      focusable.addEventListener('blur', close, { signal });
      if (control === null) element.addEventListener('click', onTap, { signal });
      return () => controller.abort();
    },
    [open, close],
  );
}
