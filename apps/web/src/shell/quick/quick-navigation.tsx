import {
  ActionIcon,
  Box,
  Button,
  Group,
  Kbd,
  Modal,
  Text,
  TextInput,
  VisuallyHidden,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure, useHotkeys, useOs } from '@mantine/hooks';
import { IconLogin, IconLogout, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../../session/session-provider.js';
import { useSignOut } from '../../session/use-sign-out.js';
import { type Place, placesFor } from '../places.js';
import { matching } from './matching.js';
import { type QuickEntry } from './quick-entry.js';
import classes from './quick-search.module.css';
import { useFound } from './use-found.js';
import { useKnownPages } from './use-known-pages.js';

interface EntryProps {
  id: string;
  entry: QuickEntry;
  isChosen: boolean;
  onPoint: () => void;
  onRun: () => void;
}

/** How many settings and pages of the docs are shown. */
const MAX_PAGES = 8;

const HINT = 'Find a page, token, model, request id, setting…';

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

/** A field and what fits to it: arrows choose, Enter goes. */
function QuickSearch({ onDone }: { onDone: () => void }) {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const { entries, isSearching } = useFound(query);
  const known = matching(useQuickEntries(), query);
  const pages = useKnownPages();
  // Settings and docs are many: they come in once something is looked for, behind what was found by name.
  const found = [
    ...known,
    ...entries,
    ...(query.trim() === '' ? [] : matching(pages, query).slice(0, MAX_PAGES)),
  ];
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
        placeholder={HINT}
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
            key={`${entry.kind} ${entry.label} ${entry.detail ?? ''}`}
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
          {isSearching ? 'Searching…' : 'No results'}
        </Text>
      ) : null}
    </Box>
  );
}

/** The keyboard works in the field: the list is only pointed at. */
function Entry({ id, entry: { label, kind, detail, icon: Icon }, isChosen, onPoint, onRun }: EntryProps) {
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
      <Text span flex={1} miw={0} truncate>
        {label}{' '}
        {detail === undefined ? null : (
          <Text span size="xs" c="dimmed" ml={6}>
            {detail}
          </Text>
        )}
      </Text>
      <Text span size="xs" c="dimmed">
        {kind}
      </Text>
    </Group>
  );
}

/** Everything that can be reached without the mouse: pages of this person, and what can be done from anywhere. */
function useQuickEntries(): QuickEntry[] {
  const { user } = useSession();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  const { general, admin, aside, deeds } = placesFor(user);
  const going = (kind: string, places: readonly Place[]): QuickEntry[] =>
    places.map(({ to, ...place }) => ({ ...place, kind, run: () => void navigate(to) }));
  const signing: QuickEntry = user
    ? {
        kind: 'Action',
        label: 'Sign out',
        alsoCalled: 'log out leave',
        icon: IconLogout,
        run: signOut.mutate,
      }
    : {
        kind: 'Action',
        label: 'Sign in',
        alsoCalled: 'log in',
        icon: IconLogin,
        run: () => void navigate('/sign-in'),
      };
  return [
    ...going('Page', [...general, ...admin, ...aside]),
    ...going('Action', deeds),
    {
      kind: 'Action',
      label: `Switch to ${other}`,
      alsoCalled: 'theme color colour scheme mode',
      icon: other === 'dark' ? IconMoon : IconSun,
      run: () => setColorScheme(other),
    },
    signing,
  ];
}
