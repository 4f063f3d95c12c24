import { ActionIcon, Button, Kbd, Modal, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useHotkeys, useOs } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { QuickSearch } from './quick-search.js';

/** Opens with the keys that people know from elsewhere, also while they type in a field. */
export function QuickNavigation() {
  const [opened, { open, close, toggle }] = useDisclosure();
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
        Go to
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        hiddenFrom="sm"
        onClick={open}
        aria-label="Go to a page"
        aria-haspopup="dialog"
      >
        <IconSearch size={18} />
      </ActionIcon>
      <Modal
        opened={opened}
        onClose={close}
        title={<VisuallyHidden>Go to a page, or do something</VisuallyHidden>}
        withCloseButton={false}
        padding={0}
        yOffset="12vh"
        styles={{ header: { minHeight: 0, padding: 0 } }}
      >
        <QuickSearch onDone={close} />
      </Modal>
    </>
  );
}
