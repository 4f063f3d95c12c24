import { Alert, Grid } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { type Fact, FactList } from '../../kit/fact-list.js';
import { Section } from '../../kit/section.js';
import { describeEnd } from './describe-end.js';
import { type RequestDetail } from './request-queries.js';

/** The page content of a request that the gateway refused. It has a reason, but no attempts and no usage. */
export function RefusedRequest({ request, facts }: { request: RequestDetail; facts: readonly Fact[] }) {
  const { error_code: code, error_param: param, status } = request;
  const end = describeEnd(request);
  const reason = [
    { label: 'Status', value: status },
    { label: 'Error code', value: code },
    { label: 'Parameter', value: param },
  ].filter(({ value }) => value !== null);
  return (
    <Grid>
      <Grid.Col span={12}>
        <Alert color="gray" icon={<IconBan />} title={end?.title}>
          {end?.text}
        </Alert>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Section title="Request">
          <FactList facts={facts} />
        </Section>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Section title="Response">
          <FactList facts={reason} />
        </Section>
      </Grid.Col>
    </Grid>
  );
}
