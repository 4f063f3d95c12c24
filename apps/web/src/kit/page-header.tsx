import { Box, Group, Text, Title } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

export interface PageHeaderProps {
  title: string;
  /** One sentence about the purpose of the page. */
  description?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, description, actions }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnNavigation(heading, title);
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

/** The path of the last page; undefined on the initial page load, where the focus is not moved. */
let lastPath: string | undefined;

let lastFocused: EventTarget | null = null;
addEventListener('focusin', ({ target }) => {
  lastFocused = target;
});

/**
 * Moves the focus to the heading of a page after a navigation, so that keyboard users continue there and screen readers
 * announce the page. It also does so if the title changes and the focused element was removed, for example when a form is
 * replaced by its result. A field of the page that already has the focus keeps it.
 */
function useFocusOnNavigation(heading: RefObject<HTMLElement | null>, title: string): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const hasNavigated = lastPath !== undefined && lastPath !== pathname;
    lastPath = pathname;
    const hasFocusInPage = document.activeElement?.closest('main, [role=dialog]') != null;
    if (hasNavigated && !hasFocusInPage) heading.current?.focus({ preventScroll: true });
  }, [pathname, heading]);
  useEffect(() => {
    const wasFocusedElementRemoved = title !== '' && lastFocused instanceof Node && !lastFocused.isConnected;
    if (wasFocusedElementRemoved) heading.current?.focus({ preventScroll: true });
  }, [heading, title]);
}
