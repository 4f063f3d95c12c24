import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { PeriodPicker } from '../../kit/period/period-picker.js';
import { type PeriodPlace } from '../../kit/period/use-period.js';
import { ChoiceFilter } from '../../kit/table/choice-filter.js';
import { type ListPlace } from '../../kit/table/use-list-place.js';
import { NameFilter } from './name-filter.js';
import { OUTCOMES } from './outcome.js';
import { type RequestFilter } from './request-queries.js';
import classes from './request-filters.module.css';

const FORMATS = [
  { value: 'openai-chat', label: 'OpenAI chat' },
  { value: 'openai-responses', label: 'OpenAI responses' },
  { value: 'openai-completions', label: 'OpenAI completions' },
  { value: 'anthropic-messages', label: 'Anthropic messages' },
  { value: 'gemini-generate-content', label: 'Gemini generateContent' },
  { value: 'openai-embeddings', label: 'OpenAI embeddings' },
  { value: 'openai-images', label: 'OpenAI images' },
  { value: 'openai-image-edits', label: 'OpenAI image edits' },
  { value: 'openai-speech', label: 'OpenAI speech' },
  { value: 'openai-transcriptions', label: 'OpenAI transcriptions' },
  { value: 'openai-moderations', label: 'OpenAI moderations' },
  { value: 'cohere-rerank', label: 'Cohere rerank' },
  { value: 'jina-rerank', label: 'Jina rerank' },
  { value: 'openai-realtime', label: 'OpenAI realtime' },
  { value: 'video-generations', label: 'Video generations' },
  { value: 'openai-videos', label: 'OpenAI videos' },
  { value: 'gemini-videos', label: 'Gemini videos' },
];
const DURATIONS = [
  { value: '1000', label: 'Over 1 s' },
  { value: '5000', label: 'Over 5 s' },
  { value: '15000', label: 'Over 15 s' },
  { value: '60000', label: 'Over a minute' },
];
const SPECIAL = [
  { value: 'cost=unknown', label: 'Unknown cost' },
  { value: 'cache_hit=true', label: 'From the cache' },
  { value: 'flagged=true', label: 'Flagged by moderation' },
];

export interface RequestFiltersProps {
  place: ListPlace<RequestFilter>;
  period: PeriodPlace;
}

export function RequestFilters({ place, period }: RequestFiltersProps) {
  const [isOpened, { toggle }] = useDisclosure();
  const count = Object.keys(place.filters).length;
  return (
    <Group mb="md" gap="xs" role="search" aria-label="Filter requests">
      <PeriodPicker period={period} />
      <Button
        hiddenFrom="sm"
        size="xs"
        variant="default"
        leftSection={<IconFilter size={14} />}
        aria-expanded={isOpened}
        onClick={toggle}
      >
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      <Group gap="xs" className={classes.fields} data-opened={isOpened}>
        <FilterFields place={place} period={period} />
      </Group>
    </Group>
  );
}

function FilterFields({ place, period }: RequestFiltersProps) {
  const { filters, setFilter } = place;
  return (
    <>
      <Choice place={place} name="outcome" label="Outcome" data={OUTCOMES} />
      {(['model', 'token', 'channel', 'operation'] as const).map((group) => (
        <NameFilter
          key={group}
          period={period}
          group={group}
          label={`${group.charAt(0).toUpperCase()}${group.slice(1)}`}
          value={filters[group]}
          onChange={(value) => setFilter(group, value)}
        />
      ))}
      <Choice place={place} name="format" label="Format" data={FORMATS} />
      <Choice place={place} name="min_duration_ms" label="Duration" data={DURATIONS} />
      <SpecialChoice place={place} />
      <TextFilter
        key={`id ${filters.id}`}
        label="Request id"
        placeholder="Request id, or how it begins"
        minLength={6}
        value={filters.id}
        onChange={(id) => setFilter('id', id)}
      />
      <TextFilter
        key={`session ${filters.session}`}
        label="Session"
        placeholder="Session of an agent"
        value={filters.session}
        onChange={(session) => setFilter('session', session)}
      />
      {place.hasFilters ? (
        <Button size="xs" variant="subtle" onClick={place.clearFilters}>
          Clear filters
        </Button>
      ) : null}
    </>
  );
}

interface ChoiceProps {
  place: ListPlace<RequestFilter>;
  name: RequestFilter;
  label: string;
  data: { value: string; label: string }[];
}

function Choice({ place: { filters, setFilter }, name, label, data }: ChoiceProps) {
  return (
    <ChoiceFilter
      size="xs"
      label={label}
      data={data}
      value={filters[name]}
      onChange={(chosen) => setFilter(name, chosen)}
      searchable
    />
  );
}

/** What is rarely looked for, in one box; an address may still name several. */
function SpecialChoice({ place: { filters, setFilter } }: Pick<RequestFiltersProps, 'place'>) {
  const names = ['cost', 'cache_hit', 'flagged'] as const;
  const chosen = names.find((name) => filters[name] !== undefined);
  return (
    <Select
      size="xs"
      w={190}
      aria-label="Only"
      placeholder="More filters"
      data={SPECIAL}
      value={chosen === undefined ? null : `${chosen}=${filters[chosen]}`}
      onChange={(choice) => {
        const [name, value] = (choice ?? '').split('=');
        const isChosen = names.find((known) => known === name);
        if (isChosen !== undefined) setFilter(isChosen, value ?? null);
        else if (chosen !== undefined) setFilter(chosen, null);
      }}
      clearable
    />
  );
}

interface TextFilterProps {
  label: string;
  placeholder: string;
  /** With less the gateway would find too much. */
  minLength?: number;
  value: string | undefined;
  onChange: (value: string | null) => void;
}

/** Asked for once it is typed or pasted. */
function TextFilter({ label, placeholder, minLength = 1, value = '', onChange }: TextFilterProps) {
  const [text, setText] = useState(value);
  const typed = text.trim();
  const isTooShort = typed !== '' && typed.length < minLength;
  const apply = (): void => {
    if (!isTooShort && typed !== value) onChange(typed || null);
  };
  return (
    <TextInput
      size="xs"
      w={220}
      aria-label={label}
      placeholder={placeholder}
      value={text}
      error={isTooShort ? `At least ${minLength} characters` : undefined}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  );
}
