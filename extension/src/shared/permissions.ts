/**
 * Permissions for sites: checks them, and tracks temporary ones, which are revoked when the tab that requested them closes.
 */

import { ext } from "./ext.ts";
import { serialize } from "./serialize.ts";

/** Returns whether there is permission for an origin, as `permissions` writes it. */
export function hasPermission(origin: string): Promise<boolean> {
  return ext.permissions.contains({ origins: [origin] }).catch(() => false);
}

/** In memory, until the browser closes. */
const key = "borrowed";

type Permissions = chrome.permissions.Permissions;

type TemporaryPermissions = Record<string, Permissions[]>;

async function load(): Promise<TemporaryPermissions> {
  return (await ext.storage.session.get<{ [key]?: TemporaryPermissions }>(key))[key] ?? {};
}

/** Records temporary permissions of the calling page. */
export function recordTemporary(permissions: Permissions): Promise<void> {
  return serialize(async () => {
    const currentTab = await ext.tabs.getCurrent();
    if (currentTab?.id !== undefined) {
      const byTab = await load();
      byTab[currentTab.id] = [...(byTab[currentTab.id] ?? []), permissions];
      await ext.storage.session.set({ [key]: byTab });
    }
  });
}

/** Revokes the temporary permissions of a closed tab. */
export function revokeTemporary(tab: number): Promise<void> {
  return serialize(async () => {
    const byTab = await load();
    const { [tab]: revoked, ...others } = byTab;
    if (revoked) {
      await ext.storage.session.set({ [key]: others });
      for (const permissions of revoked) {
        await ext.permissions.remove(permissions).catch(() => {});
      }
    }
  });
}
