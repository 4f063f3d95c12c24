import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { PageHeader } from '../../kit/page-header.js';
import { AdminTokens } from './admin-tokens/admin-tokens.js';
import { GeneralSettings } from './general/general-settings.js';
import { WebhookDeliveries } from './webhooks/webhook-deliveries.js';

const GENERAL = 'general';

/** The URL contains the open tab and its filters. */
export function SettingsPage() {
  const [params, setParams] = useSearchParams();
  const open = (tab: string | null): void =>
    setParams(tab === null || tab === GENERAL ? {} : { tab }, { preventScrollReset: true });
  return (
    <>
      <PageHeader title="Settings" description="Settings of the whole gateway. Changes apply immediately." />
      <Tabs value={params.get('tab') ?? GENERAL} onChange={open} keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value={GENERAL}>General</Tabs.Tab>
          <Tabs.Tab value="admin-tokens">Admin tokens</Tabs.Tab>
          <Tabs.Tab value="webhooks">Webhook deliveries</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={GENERAL}>
          <GeneralSettings />
        </Tabs.Panel>
        <Tabs.Panel value="admin-tokens">
          <AdminTokens />
        </Tabs.Panel>
        <Tabs.Panel value="webhooks">
          <WebhookDeliveries />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
