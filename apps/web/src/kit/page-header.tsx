import { Box, Group, Text, Title } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

export interface PageHeaderProps {
  title: string;
  /** What this page is for, in a sentence. */
  description?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, description, actions }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnArrival(heading, title);
  useEffect(() => {
    document.title = `${title} · Modelgate`;
  }, [title]);
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
      <Box maw="46rem" miw={0}>
        <Title order={1} size="h2" ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {description === undefined ? null : (
          <Text c="dimmed" mt={4}>
            {description}
          </Text>
        )}
      </Box>
      {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
    </Group>
  );
}

/** The page that was shown last; undefined until the first one is, which leaves the focus to the browser. */
let shownPath: string | undefined;

let lastFocused: EventTarget | null = null;
addEventListener('focusin', ({ target }) => {
  lastFocused = target;
});

/**
 * Moves the focus to the heading of a page after navigation, so that the keyboard continues there and screen readers
 * announce the page. The same happens where the page gets another title and the focused element is gone, as when a form is
 * replaced by its result. A field that has the focus by then keeps it.
 */
function useFocusOnArrival(heading: RefObject<HTMLElement | null>, title: string): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const isArrival = shownPath !== undefined && shownPath !== pathname;
    shownPath = pathname;
    const isTaken = document.activeElement?.closest('main, [role=dialog]') != null;
    if (isArrival && !isTaken) heading.current?.focus({ preventScroll: true });
  }, [pathname, heading]);
  useEffect(() => {
    const isLost = title !== '' && lastFocused instanceof Node && !lastFocused.isConnected;
    if (isLost) heading.current?.focus({ preventScroll: true });
  }, [heading, title]);
}
