import { ActionIcon, Button, Kbd } from '@mantine/core';
import { useDisclosure, useHotkeys, useOs } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Suspense, lazy, useState } from 'react';
import { loadChunk } from '../../kit/load-chunk.js';

export const loadQuickSearch = () => import('./quick-search.js');

const QuickSearchDialog = lazy(() =>
  loadChunk(async () => ({ default: (await loadQuickSearch()).QuickSearchDialog })),
);

/** The search dialog. Ctrl K or ⌘ K opens it, also while an input is focused. */
export function QuickNavigation() {
  const [isDialogNeeded, setIsDialogNeeded] = useState(false);
  const [opened, { open, close, toggle }] = useDisclosure(false, { onOpen: () => setIsDialogNeeded(true) });
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
      <Suspense>{isDialogNeeded ? <QuickSearchDialog isOpen={opened} onClose={close} /> : null}</Suspense>
    </>
  );
}
