/** Links to the project. Without a public repository they are empty, and aren't shown. */

/** The URL of the repository, from `repository` in package.json; empty if it's missing. The build fills it in. */
declare const REPOSITORY_URL: string;

export const guideUrl = REPOSITORY_URL && `${REPOSITORY_URL}/blob/main/docs/guide.md`;

/** Where problem reports are sent. */
export const issuesUrl = REPOSITORY_URL && `${REPOSITORY_URL}/issues`;
