import {
  Box,
  Group,
  Modal,
  Text,
  TextInput,
  VisuallyHidden,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { IconLogin, IconLogout, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../../session/session-provider.js';
import { useSignOut } from '../../session/use-sign-out.js';
import { type NavItem, getNavigation } from '../nav-items.js';
import { findMatching } from './find-matching.js';
import { type QuickEntry } from './quick-entry.js';
import classes from './quick-search.module.css';
import { useGatewaySearch } from './use-gateway-search.js';
import { useSettingsAndDocs } from './use-settings-and-docs.js';

interface EntryProps {
  id: string;
  entry: QuickEntry;
  isSelected: boolean;
  onPoint: () => void;
  onRun: () => void;
}

/** The maximum number of settings and docs pages in the results. */
const MAX_PAGES = 8;

const HINT = 'Search pages, tokens, models, request IDs, settings…';

interface QuickSearchDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export function QuickSearchDialog({ isOpen, onClose }: QuickSearchDialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={<VisuallyHidden>Search pages and actions</VisuallyHidden>}
      withCloseButton={false}
      padding={0}
      yOffset="12vh"
      styles={{ header: { minHeight: 0, padding: 0 } }}
    >
      <QuickSearch onDone={onClose} />
    </Modal>
  );
}

/** A search field and its results: the arrow keys select one, Enter opens it. */
function QuickSearch({ onDone }: { onDone: () => void }) {
  const [query, setQuery] = useState('');
  const [selected, setSelected] = useState(0);
  const listId = useId();
  const { entries, isSearching } = useGatewaySearch(query);
  const matchingPages = findMatching(useQuickEntries(), query);
  const settingsAndDocs = useSettingsAndDocs();
  // There are many settings and docs pages, so they are listed only for a query, after all otherScheme results.
  const found = [
    ...matchingPages,
    ...entries,
    ...(query.trim() === '' ? [] : findMatching(settingsAndDocs, query).slice(0, MAX_PAGES)),
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
    setSelected(next);
    document.getElementById(getId(next))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const handlers: Record<string, () => void> = {
      ArrowDown: () => choose(selected + 1),
      ArrowUp: () => choose(selected - 1),
      Enter: () => run(found[selected]),
    };
    const handle = handlers[event.key];
    if (handle === undefined) return;
    event.preventDefault();
    handle();
  };
  return (
    <Box>
      <TextInput
        data-autofocus
        size="md"
        variant="unstyled"
        className={classes.field}
        placeholder={HINT}
        aria-label="Search pages and actions"
        leftSection={<IconSearch size={18} />}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={found.length === 0 ? undefined : getId(selected)}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setSelected(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Box role="listbox" id={listId} aria-label="Results" className={classes.list}>
        {found.map((entry, position) => (
          <Entry
            key={`${entry.kind} ${entry.label} ${entry.detail ?? ''}`}
            id={getId(position)}
            entry={entry}
            isSelected={position === selected}
            onPoint={() => setSelected(position)}
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

/** The search field handles the keyboard; entries only handle the pointer. */
function Entry({ id, entry: { label, kind, detail, icon: Icon }, isSelected, onPoint, onRun }: EntryProps) {
  return (
    <Group
      id={id}
      role="option"
      aria-selected={isSelected}
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

/** The pages and actions that the user has access to. */
function useQuickEntries(): QuickEntry[] {
  const { user } = useSession();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const otherScheme = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  const { general, admin, aside, actions } = getNavigation(user);
  const toEntries = (kind: string, items: readonly NavItem[]): QuickEntry[] =>
    items.map(({ to, ...item }) => ({ ...item, kind, run: () => void navigate(to) }));
  const signInOrOut: QuickEntry = user
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
    ...toEntries('Page', [...general, ...admin, ...aside]),
    ...toEntries('Action', actions),
    {
      kind: 'Action',
      label: `Switch to ${otherScheme} mode`,
      alsoCalled: 'theme color colour scheme mode',
      icon: otherScheme === 'dark' ? IconMoon : IconSun,
      run: () => setColorScheme(otherScheme),
    },
    signInOrOut,
  ];
}
