import { ActionIcon, Button, Group, Menu, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { IconBookmark, IconPlus, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '../../session/session-provider.js';
import { MAX_NAME_LENGTH, type SavedFilter, addSaved, readSaved, toSavedSearch } from './saved-filters.js';

/** The menu of named filters, which are stored in this browser. */
export function SavedFiltersMenu() {
  const { user } = useSession();
  const [saved, setSaved] = useLocalStorage<SavedFilter[]>({
    key: `modelgate-request-filters-${user?.id ?? ''}`,
    defaultValue: [],
    deserialize: (text) => readSaved(text ?? null),
    getInitialValueInEffect: false,
  });
  const [, setParams] = useSearchParams();
  const [isOpened, { open, close }] = useDisclosure();
  return (
    <>
      <Menu position="bottom-start" width={260}>
        <Menu.Target>
          <Button size="xs" variant="default" leftSection={<IconBookmark size={14} />}>
            Saved filters
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {saved.length === 0 ? <Menu.Label>No saved filters in this browser</Menu.Label> : null}
          {saved.map(({ name, search }) => (
            <Menu.Item key={name} onClick={() => setParams(new URLSearchParams(search))}>
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={14} />} onClick={open}>
            Save or delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isOpened} onClose={close} title="Saved filters">
        <Stack>
          <SaveForm saved={saved} setSaved={setSaved} />
          <SavedList
            saved={saved}
            remove={(name) => setSaved(saved.filter((filter) => filter.name !== name))}
          />
        </Stack>
      </Modal>
    </>
  );
}

interface SaveFormProps {
  saved: readonly SavedFilter[];
  setSaved: (saved: SavedFilter[]) => void;
}

function SaveForm({ saved, setSaved }: SaveFormProps) {
  const [params] = useSearchParams();
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const trimmed = name.trim();
    if (trimmed === '') return setError('Enter a name');
    const next = addSaved(saved, { name: trimmed, search: toSavedSearch(params) });
    if (next === undefined) return setError('At most 20 filters can be saved. Delete one first.');
    setSaved(next);
    setName('');
    setError(undefined);
  };
  return (
    <form onSubmit={save}>
      <Group align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          label="Save the current filters as"
          description="Includes the period and the sort order. Stored in this browser."
          value={name}
          maxLength={MAX_NAME_LENGTH}
          error={error}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Button type="submit">Save</Button>
      </Group>
    </form>
  );
}

function SavedList({ saved, remove }: { saved: readonly SavedFilter[]; remove: (name: string) => void }) {
  return saved.map(({ name }) => (
    <Group key={name} justify="space-between" wrap="nowrap">
      <Text size="sm" truncate>
        {name}
      </Text>
      <ActionIcon variant="subtle" color="red" aria-label={`Delete ${name}`} onClick={() => remove(name)}>
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  ));
}
