import { Box, Group, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { matching } from './matching.js';
import { type QuickEntry, useQuickEntries } from './use-quick-entries.js';
import classes from './quick-search.module.css';

/** A field and what fits to it: arrows choose, Enter goes. */
export function QuickSearch({ onDone }: { onDone: () => void }) {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const found = matching(useQuickEntries(), query);
  const getId = (position: number) => `${listId}-${position}`;
  const run = (entry: QuickEntry | undefined): void => {
    if (entry === undefined) return;
    onDone();
    entry.run();
  };
  const choose = (position: number): void => {
    if (found.length === 0) return;
    const next = (position + found.length) % found.length;
    setChosen(next);
    document.getElementById(getId(next))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const deeds: Record<string, () => void> = {
      ArrowDown: () => choose(chosen + 1),
      ArrowUp: () => choose(chosen - 1),
      Enter: () => run(found[chosen]),
    };
    const deed = deeds[event.key];
    if (deed === undefined) return;
    event.preventDefault();
    deed();
  };
  return (
    <Box>
      <TextInput
        data-autofocus
        size="md"
        variant="unstyled"
        className={classes.field}
        placeholder="Go to a page, or do something"
        aria-label="Go to a page, or do something"
        leftSection={<IconSearch size={18} />}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={found.length === 0 ? undefined : getId(chosen)}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Box role="listbox" id={listId} aria-label="What fits" className={classes.list}>
        {found.map((entry, position) => (
          <Entry
            key={entry.label}
            id={getId(position)}
            entry={entry}
            isChosen={position === chosen}
            onPoint={() => setChosen(position)}
            onRun={() => run(entry)}
          />
        ))}
      </Box>
      {found.length === 0 ? (
        <Text c="dimmed" ta="center" p="md" role="status">
          Nothing is called that here.
        </Text>
      ) : null}
    </Box>
  );
}

interface EntryProps {
  id: string;
  entry: QuickEntry;
  isChosen: boolean;
  onPoint: () => void;
  onRun: () => void;
}

/** The keyboard works in the field: the list is only pointed at. */
function Entry({ id, entry: { label, kind, icon: Icon }, isChosen, onPoint, onRun }: EntryProps) {
  return (
    <Group
      id={id}
      role="option"
      aria-selected={isChosen}
      className={classes.entry}
      onPointerMove={onPoint}
      onClick={onRun}
      gap="sm"
      wrap="nowrap"
    >
      <Icon size={18} />
      <Text span flex={1}>
        {label}
      </Text>
      <Text span size="xs" c="dimmed">
        {kind}
      </Text>
    </Group>
  );
}
