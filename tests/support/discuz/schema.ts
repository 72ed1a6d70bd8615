/**
 * Tables of Discuz! X 3.4 and 3.5 as far as the import reads them, by their public description: names and types of
 * columns. The two versions differ in UCenter's passwords, phones and a few lengths.
 */
export type Version = "3.4" | "3.5";

interface TableDefinition {
  columns: string;
  keys: string;
}

const attachmentTable: TableDefinition = {
  columns:
    "aid mediumint, tid mediumint, pid int, uid mediumint, dateline int, filename varchar(255), filesize int, attachment varchar(255), remote tinyint, description varchar(255), readperm tinyint, price smallint, isimage tinyint, width smallint, thumb tinyint, picid mediumint",
  keys: "primary key (aid), key pid (pid)",
};
const postTable: TableDefinition = {
  columns:
    "pid int, fid mediumint, tid mediumint, first tinyint, author varchar(15), authorid mediumint, subject varchar(80), dateline int, message mediumtext, useip varchar(45), invisible tinyint, anonymous tinyint, usesig tinyint, htmlon tinyint, bbcodeoff tinyint, smileyoff tinyint, parseurloff tinyint, attachment tinyint, status int, tags varchar(255), comment tinyint, position int",
  keys: "primary key (pid), key tid (tid)",
};
const messageTable: TableDefinition = {
  columns:
    "pmid mediumint, plid mediumint, authorid mediumint, message text, delstatus tinyint, dateline int",
  keys: "primary key (pmid), key plid (plid)",
};
const profile: TableDefinition = {
  columns:
    "uid mediumint, realname varchar(255), gender tinyint, bio text, company varchar(255), occupation varchar(255), graduateschool varchar(255)",
  keys: "primary key (uid)",
};
const signature: TableDefinition = { columns: "uid mediumint, sightml text", keys: "primary key (uid)" };
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

export function tablesOf(version: Version): Record<string, TableDefinition> {
  const password = version === "3.4" ? "char(32)" : "varchar(255)";
  const salt = version === "3.4" ? "char(6)" : "varchar(20)";
  const phone = version === "3.5" ? ", secmobile varchar(12), secmobilestatus tinyint" : "";
  const member = {
    columns: `uid mediumint, email varchar(255), username varchar(15), status tinyint, emailstatus tinyint, avatarstatus tinyint, adminid tinyint, groupid smallint, groupexpiry int, regdate int${phone}`,
    keys: "primary key (uid), key email (email)",
  };
  return {
    common_setting: { columns: "skey varchar(190), svalue text", keys: "primary key (skey)" },
    common_member: member,
    common_member_archive: member,
    common_member_profile: profile,
    common_member_profile_archive: profile,
    common_member_field_forum: signature,
    common_member_field_forum_archive: signature,
    ucenter_members: {
      columns: `uid mediumint, username char(15), password ${password}, email varchar(255), salt ${salt}`,
      keys: "primary key (uid)",
    },
    forum_forum: {
      columns:
        "fid mediumint, fup mediumint, type varchar(5), name varchar(50), status tinyint, displayorder smallint",
      keys: "primary key (fid)",
    },
    forum_forumfield: {
      columns:
        "fid mediumint, description text, password varchar(12), rules text, viewperm text, formulaperm text",
      keys: "primary key (fid)",
    },
    forum_threadclass: {
      columns: "typeid mediumint, fid mediumint, name varchar(255), displayorder mediumint",
      keys: "primary key (typeid)",
    },
    forum_moderator: {
      columns: "uid mediumint, fid mediumint, displayorder tinyint",
      keys: "primary key (uid, fid)",
    },
    forum_thread: {
      columns:
        "tid mediumint, fid mediumint, posttableid smallint, typeid smallint, readperm tinyint, price smallint, author char(15), authorid mediumint, subject char(80), dateline int, lastpost int, lastposter char(15), views int, replies mediumint, displayorder tinyint, highlight tinyint, digest tinyint, special tinyint, closed mediumint, recommends smallint, recommend_add smallint, recommend_sub smallint, isgroup tinyint, stamp tinyint, icon tinyint",
      keys: "primary key (tid)",
    },
    forum_post: postTable,
    forum_post_1: postTable,
    forum_post_2: postTable,
    forum_post_3: postTable,
    forum_attachment: {
      columns: "aid mediumint, tid mediumint, pid int, uid mediumint, tableid tinyint, downloads mediumint",
      keys: "primary key (aid), key pid (pid)",
    },
    ...Object.fromEntries(numbers(10).map((number) => [`forum_attachment_${number}`, attachmentTable])),
    forum_poll: { columns: "tid mediumint, voters mediumint, multiple tinyint", keys: "primary key (tid)" },
    forum_polloption: {
      columns:
        "polloptionid int, tid mediumint, votes mediumint, displayorder tinyint, polloption varchar(80)",
      keys: "primary key (polloptionid), key tid (tid)",
    },
    forum_rewardlog: {
      columns: "tid mediumint, authorid mediumint, answererid mediumint, dateline int",
      keys: "key tid (tid)",
    },
    common_tag: { columns: "tagid smallint, tagname char(20), status tinyint", keys: "primary key (tagid)" },
    common_tagitem: {
      columns: "tagid smallint, itemid mediumint, idtype char(10)",
      keys: "key itemid (itemid)",
    },
    forum_memberrecommend: {
      columns: "tid mediumint, recommenduid mediumint, dateline int",
      keys: "key tid (tid)",
    },
    forum_hotreply_number: { columns: "pid int, tid mediumint, support smallint", keys: "primary key (pid)" },
    forum_hotreply_member: {
      columns: "tid mediumint, pid int, uid mediumint, attitude tinyint",
      keys: "primary key (pid, uid)",
    },
    home_friend: { columns: "uid mediumint, fuid mediumint, dateline int", keys: "primary key (uid, fuid)" },
    home_favorite: {
      columns: "favid mediumint, uid mediumint, id mediumint, idtype varchar(255), dateline int",
      keys: "primary key (favid)",
    },
    home_notification: { columns: "id mediumint, uid mediumint, note text", keys: "primary key (id)" },
    portal_article_title: {
      columns: "aid mediumint, title varchar(255), id int, idtype varchar(255)",
      keys: "primary key (aid)",
    },
    ucenter_pm_lists: {
      columns:
        "plid mediumint, authorid mediumint, pmtype tinyint, members smallint, min_max varchar(17), dateline int",
      keys: "primary key (plid)",
    },
    ...Object.fromEntries(numbers(10).map((number) => [`ucenter_pm_messages_${number}`, messageTable])),
  };
}

export const columnNames = ({ columns }: TableDefinition): string[] =>
  columns.split(/,\s*(?![^(]*\))/).map((column) => column.trim().split(" ")[0] ?? "");
