import { Alert, Button, Grid, Stack, Text } from '@mantine/core';
import { IconFlask, IconInfoCircle, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { FactList } from '../../kit/fact-list.js';
import { formatCount } from '../../kit/format.js';
import { LoadedPage } from '../../kit/loaded.js';
import { PageHeader } from '../../kit/page-header.js';
import { Section } from '../../kit/section.js';
import { CodePanel } from '../../playground/view-code/code-panel.js';
import { CapabilityBadges } from '../models/capability-badges.js';
import { playgroundPath } from '../models/capability-words.js';
import { priceLines } from '../models/price-lines.js';
import { type CatalogModel, catalogModel } from './catalog-queries.js';
import { buildExample } from './example-request.js';

/** The page of a model for members, who call models but do not manage them. */
export function CatalogModelPage() {
  const { id = '' } = useParams();
  return (
    <LoadedPage
      query={useQuery(catalogModel(id))}
      title="Model"
      list={{ label: 'Model catalog', to: '/catalog' }}
    >
      {(model) => <ModelDetails model={model} />}
    </LoadedPage>
  );
}

function ModelDetails({ model }: { model: CatalogModel }) {
  return (
    <>
      <PageHeader
        title={model.id}
        description={<CapabilityBadges capabilities={model.capabilities} />}
        actions={
          <Button
            component={Link}
            to={playgroundPath(model)}
            variant="default"
            leftSection={<IconFlask size={16} />}
          >
            Try in the playground
          </Button>
        }
      />
      <Stack>
        <WhyNot model={model} />
        <Grid>
          <Grid.Col span={{ base: 12, md: 7 }}>
            <HowToCall model={model} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Stack>
              <Price price={model.price} />
              <Section title="Details">
                <FactList
                  facts={[
                    { label: 'Context', value: tokens(model.context) },
                    { label: 'Max output', value: tokens(model.max_output) },
                    { label: 'Tokens that can call it', value: model.usable_with.join(', ') || 'None' },
                  ]}
                />
              </Section>
            </Stack>
          </Grid.Col>
        </Grid>
      </Stack>
    </>
  );
}

function WhyNot({ model: { why_not: whyNot } }: { model: CatalogModel }) {
  if (whyNot === null) return null;
  return (
    <Alert color="orange" icon={<IconInfoCircle />} title="You cannot call this model yet">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{whyNot}</Text>
        <Button
          size="xs"
          variant="default"
          component={Link}
          to="/tokens/new"
          leftSection={<IconPlus size={14} />}
        >
          Create a token
        </Button>
      </Stack>
    </Alert>
  );
}

function HowToCall({ model }: { model: CatalogModel }) {
  const example = buildExample(model);
  return (
    <Section title="Example request" h="100%">
      {example === undefined ? (
        <Text size="sm">
          This model is used in realtime sessions over a WebSocket. The playground shows code for one.
        </Text>
      ) : (
        <CodePanel request={example} />
      )}
    </Section>
  );
}

function Price({ price }: Pick<CatalogModel, 'price'>) {
  return (
    <Section title="Price">
      {price === null ? (
        <Text size="sm" c="dimmed">
          The price is unknown. Tokens with a budget cannot call this model unless the settings allow it.
        </Text>
      ) : (
        <FactList
          facts={priceLines(price).map(({ label, amount, unit }) => ({ label, value: `${amount} ${unit}` }))}
        />
      )}
    </Section>
  );
}

function tokens(count: number | null): string {
  return count === null ? 'unknown' : `${formatCount(count)} tokens`;
}
