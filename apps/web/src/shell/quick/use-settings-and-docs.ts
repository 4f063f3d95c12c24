import { IconBook, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { toAddress } from '../../app/addresses.js';
import { settingGroups } from '../../pages/settings/general/setting-catalog.js';
import { useSession } from '../../session/session-provider.js';
import { type QuickEntry } from './quick-entry.js';
import { GUIDE_PAGES } from '../../docs/guide/guide-pages.js';

/** The settings, for users who can change them, and the pages of the docs. */
export function useSettingsAndDocs(): QuickEntry[] {
  const { user } = useSession();
  const navigate = useNavigate();
  const canChangeSettings = user != null && user.role !== 'member' && !user.must_change_password;
  const { data } = useQuery({ ...settingGroups, enabled: canChangeSettings });
  const settings = (canChangeSettings ? (data ?? []) : []).flatMap((group) =>
    group.fields.map((entry) => ({
      kind: 'Setting',
      label: entry.label,
      detail: group.title,
      alsoCalled: `${group.title} ${entry.key.replaceAll(/[._]/g, ' ')} setting`,
      icon: IconSettings,
      run: () => void navigate(`/settings#${entry.key}`),
    })),
  );
  const pages = DOCS_PAGES.map(({ title, path, alsoCalled }) => ({
    kind: 'Docs',
    label: title,
    alsoCalled: `${alsoCalled ?? ''} docs documentation guide help`,
    icon: IconBook,
    run: () => window.location.assign(toAddress(path)),
  }));
  return [...settings, ...pages];
}

/** The API reference and the pages of the guide. */
const DOCS_PAGES: readonly { title: string; path: string; alsoCalled?: string }[] = [
  { title: 'API reference', path: '/docs', alsoCalled: 'endpoints schemas errors openapi' },
  ...GUIDE_PAGES.map(({ name, title }) => ({
    title,
    path: `/docs/guide/${name}`,
    alsoCalled: name.replaceAll('-', ' '),
  })),
];
