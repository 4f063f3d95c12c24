import { Box, TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useDeferredValue, useId, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type SearchEntry, toWords } from './search-entries.js';
import classes from './search-field.module.css';
import { SearchResult } from './search-result.js';
import { useSearch } from './use-search.js';

const MAX_RESULTS = 8;

/** The search field with live results. Enter opens the selected result, or the page with all results if none is selected. */
export function SearchField() {
  const [parameters] = useSearchParams();
  const query = parameters.get('q') ?? '';
  // The key resets the field when the query in the URL changes.
  return <SearchCombobox key={query} initialText={query} />;
}

function SearchCombobox({ initialText }: { initialText: string }) {
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const { text, type, found, isPending, isShown, selected, open, onFocus, onBlur, onKeyDown } =
    useSearchField(initialText, listId, () => field.current?.blur());
  return (
    <search>
      <TextInput
        ref={field}
        size="xs"
        w={{ base: 132, xs: 220 }}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onFocus={onFocus}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
        placeholder="Search docs"
        aria-label="Search the docs"
        role="combobox"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isShown && selected !== -1 ? `${listId}-${selected}` : undefined}
        enterKeyHint="search"
        autoComplete="off"
        maxLength={200}
        leftSection={<IconSearch size={16} />}
      />
      <Results
        id={listId}
        isShown={isShown}
        found={found}
        selected={selected}
        words={toWords(text)}
        onOpen={open}
      />
      {isShown && found.length === 0 ? (
        <p className={classes.empty}>{isPending ? 'Searching…' : 'No results'}</p>
      ) : null}
      <VisuallyHidden role="status">
        {isShown && !isPending ? (found.length === 1 ? '1 result' : `${found.length} results`) : ''}
      </VisuallyHidden>
    </search>
  );
}

/** The state of the search field: its text, the results and the selected result. */
function useSearchField(initialText: string, listId: string, blur: () => void) {
  const [text, setText] = useState(initialText);
  const [isOpen, setIsOpen] = useState(false);
  const [hasFocused, setHasFocused] = useState(false);
  const [selected, setSelected] = useState(-1);
  const navigate = useNavigate();
  const { found, isPending } = useSearch(useDeferredValue(text), MAX_RESULTS, hasFocused);
  const isShown = isOpen && text.trim() !== '';
  const open = (to: string): void => {
    setIsOpen(false);
    setSelected(-1);
    blur();
    void navigate(to);
  };
  const type = (value: string): void => {
    setText(value);
    setSelected(-1);
    setIsOpen(true);
  };
  const select = (position: number): void => {
    if (found.length === 0) return;
    const next = (position + found.length) % found.length;
    setIsOpen(true);
    setSelected(next);
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  const actions: Record<string, () => void> = {
    ArrowDown: () => select(selected + 1),
    ArrowUp: () => select(selected === -1 ? found.length - 1 : selected - 1),
    Enter: () => open(found[selected]?.to ?? `/search?q=${encodeURIComponent(text.trim())}`),
    ...(isShown ? { Escape: () => setIsOpen(false) } : {}),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const action = event.nativeEvent.isComposing ? undefined : actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
  const onFocus = (): void => setHasFocused(true);
  const onBlur = (): void => setIsOpen(false);
  return { text, type, found, isPending, isShown, selected, open, onFocus, onBlur, onKeyDown };
}

interface ResultsProps {
  id: string;
  isShown: boolean;
  found: readonly SearchEntry[];
  selected: number;
  words: readonly string[];
  onOpen: (to: string) => void;
}

function Results({ id, isShown, found, selected, words, onOpen }: ResultsProps) {
  return (
    <div
      role="listbox"
      id={id}
      aria-label="Search results"
      className={classes.results}
      hidden={!isShown || found.length === 0}
    >
      {found.map(({ to, title, place, text }, position) => (
        // The field handles the keyboard for its options.
        <Box
          key={to}
          id={`${id}-${position}`}
          role="option"
          aria-selected={position === selected}
          className={classes.option}
          // Keep the focus in the field: its blur event would close the list before the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onOpen(to)}
        >
          <span className={classes.title}>{title}</span>
          <SearchResult place={place} text={text} words={words} />
        </Box>
      ))}
    </div>
  );
}
