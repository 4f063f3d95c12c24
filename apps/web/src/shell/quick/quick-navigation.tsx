import { ActionIcon, Button, Kbd } from '@mantine/core';
import { useDisclosure, useHotkeys, useOs } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Suspense, lazy, useState } from 'react';
import { loadPart } from '../../kit/load-part.js';

export const loadQuickSearch = () => import('./quick-search.js');

const QuickSearchDialog = lazy(() =>
  loadPart(async () => ({ default: (await loadQuickSearch()).QuickSearchDialog })),
);

/** Opens with Ctrl K or ⌘ K, also while a field has the focus. */
export function QuickNavigation() {
  const [isWanted, setIsWanted] = useState(false);
  const [opened, { open, close, toggle }] = useDisclosure(false, { onOpen: () => setIsWanted(true) });
  useHotkeys([['mod+K', toggle]], []);
  const modifier = useOs() === 'macos' ? '⌘' : 'Ctrl';
  return (
    <>
      <Button
        variant="default"
        size="xs"
        visibleFrom="sm"
        leftSection={<IconSearch size={14} />}
        rightSection={<Kbd size="xs">{modifier} K</Kbd>}
        onClick={open}
        aria-haspopup="dialog"
      >
        Search
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        hiddenFrom="sm"
        onClick={open}
        aria-label="Search"
        aria-haspopup="dialog"
      >
        <IconSearch size={18} />
      </ActionIcon>
      <Suspense>{isWanted ? <QuickSearchDialog isOpen={opened} onClose={close} /> : null}</Suspense>
    </>
  );
}
