import { Anchor, Box, SimpleGrid, Stack, Text, TextInput, ThemeIcon, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFirstFocus } from '../../../kit/forms/use-first-focus.js';
import { type Provider } from '../channel-queries.js';
import { groupProviders, summarizeOperations } from './provider-groups.js';
import { findMark } from './find-mark.js';
import classes from './provider-tiles.module.css';

/** The list of providers, to select one. */
export function ProviderTiles({ providers }: { providers: readonly Provider[] }) {
  const [search, setSearch] = useState('');
  const first = useFirstFocus();
  const groups = groupProviders(providers, search);
  return (
    <Stack gap="xl">
      <TextInput
        type="search"
        aria-label="Search providers"
        placeholder="Search by provider, model or operation"
        leftSection={<IconSearch size={16} aria-hidden />}
        maw="28rem"
        ref={first}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {groups.map(({ id, title, providers: members }) => (
        <Box key={id} component="section" aria-label={title}>
          <Title order={2} size="h5" mb="sm">
            {title}
          </Title>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} spacing="sm">
            {members.map((provider) => (
              <Tile key={provider.id} provider={provider} />
            ))}
          </SimpleGrid>
        </Box>
      ))}
      {groups.length === 0 ? (
        <Text>
          No provider matches. Most providers support the OpenAI format: connect yours as an{' '}
          <Anchor component={Link} to="?provider=openai-compatible" inherit>
            OpenAI-compatible server
          </Anchor>
          .
        </Text>
      ) : null}
    </Stack>
  );
}

function Tile({ provider: { id, label, operations } }: { provider: Provider }) {
  return (
    <Link to={`?${new URLSearchParams({ provider: id })}`} className={classes.tile}>
      <ProviderMark label={label} />
      <Box miw={0}>
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <Text size="xs" c="dimmed">
          {summarizeOperations(operations)}
        </Text>
      </Box>
    </Link>
  );
}

interface ProviderMarkProps {
  label: string;
  size?: number;
}

/** A logo placeholder: the first letters of the provider's name on a colour derived from it. */
function ProviderMark({ label, size = 36 }: ProviderMarkProps) {
  const { letters, color } = findMark(label);
  return (
    <ThemeIcon size={size} radius="md" variant="filled" color={color} fz={size * 0.4} fw={650} aria-hidden>
      {letters}
    </ThemeIcon>
  );
}
