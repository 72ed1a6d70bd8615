/** Fills a product catalogue of any size with SQL, in the state after a load. For the scale bench. */
import { sql } from "drizzle-orm";
import type { Database } from "gateway/database/open";
import { documentVersion, windowMark, windowSizes } from "gateway/search/index/document";

export interface CatalogueSize {
  products: number;
  resources: number;
  /** Pages of documents; a document has a hundred of them. */
  pages: number;
}

/** The sizes of the demo's catalogue and of a large maker's. */
export const smallCatalogue: CatalogueSize = { products: 60, resources: 150, pages: 500 };
export const largeCatalogue: CatalogueSize = { products: 5_000, resources: 50_000, pages: 50_000 };

/** The number of parameters of every product; the first twenty are filters. */
const parameters = 40;
/** Classes 1 to 3 are on the first level, and 4 to 12 below them. */
const [firstClasses, classes] = [3, 12];
const levels = 10;
const versionsEach = 3;

const pagesOfDocument = 100;

const raw = (value: number) => sql.raw(String(value));

/** Fills the catalogue's empty tables. */
export async function fillCatalogue(database: Database, size: CatalogueSize): Promise<void> {
  const [productRows, resourceRows] = [raw(size.products), raw(size.resources)];
  const first = raw(firstClasses);
  const [documents, pagesEach] = [raw(size.pages / pagesOfDocument), raw(pagesOfDocument)];
  const words = raw(Math.max(50, size.pages / 10));
  const marks = sql.raw(
    windowSizes.map((window) => `'${windowMark(window, 0).replace(/0$/, "")}' || (p / ${window})`).join(", "),
  );
  const statements = [
    sql`insert into product_classes (id, parent_id, path, position, name)
      select n, case when n > ${first} then 1 + n % ${first} end,
        case when n > ${first} then array[1 + n % ${first}, n] else array[n] end, n, '分类 ' || n
      from generate_series(1, ${raw(classes)}) as n`,
    sql`insert into product_parameters (class_id, key, position, name, unit, type, choices, filter, compare)
      select c, 'p' || k, k, '参数 ' || k, case k % 4 when 3 then '' else 'A' end,
        case k % 4 when 3 then 'choice' when 2 then 'range' else 'number' end,
        case k % 4 when 3 then array['甲', '乙', '丙'] else array[]::text[] end, k <= 20, true
      from generate_series(1, ${first}) as c, generate_series(1, ${raw(parameters)}) as k`,
    sql`insert into products (id, class_id, name, summary, kind, state, since, gallery, values, pins, certifications, source, html, fingerprint, search)
      select n, ${raw(firstClasses + 1)} + n % ${raw(classes - firstClasses)}, 'WS' || n, '第 ' || n || ' 个产品', 'chip',
        (array['production', 'production', 'nrnd', 'preview'])[1 + n % 4], date '2020-01-01' + n % 2000, '[]',
        (select jsonb_object_agg('p' || k, case k % 4
            when 3 then jsonb_build_object('shown', (array['甲', '乙', '丙'])[1 + (n + k) % 3], 'choices', array[(array['甲', '乙', '丙'])[1 + (n + k) % 3]])
            else jsonb_build_object('shown', n * k % 997 || ' A', 'low', n * k % 997, 'high', n * k % 997 + case k % 4 when 2 then 10 else 0 end) end)
          from generate_series(1, ${raw(parameters)}) as k),
        '[]', '[]', '说明', '<p>说明</p>', '-', ('''ws' || n || ''':1A ''w' || n % 500 || ''':2B')::tsvector
      from generate_series(1, ${productRows}) as n`,
    sql`insert into product_parts (number, folded, product_id, position, package, buy)
      select 'WS' || n || '-Q' || k, 'WS' || n || 'Q' || k, n, k, 'QFN40', '[]'
      from generate_series(1, ${productRows}) as n, generate_series(1, 2) as k`,
    sql`insert into product_cross_references (product_id, folded, number, maker, kind, note, position)
      select n, 'XR' || n || 'T' || k, 'XR' || n || '-T' || k, '别家', 'similar', '要改板', k
      from generate_series(1, ${productRows}) as n, generate_series(1, 2) as k`,
    sql`insert into resource_levels (id, path, position, name, kind)
      select n, array[n], n, '资料 ' || n, (array['datasheet', 'docs', 'hardware', 'note', 'sdk', 'tool', 'example', 'system', 'solution', 'reference'])[n]
      from generate_series(1, ${raw(levels)}) as n`,
    sql`insert into resources (id, level_id, title, summary, language, access, source, html, version, date, bytes, file_type, downloads, heat, fingerprint, search)
      select n, 1 + n % ${raw(levels)}, '资料 ' || n, '第 ' || n || ' 份资料', 'zh', 'open', '正文', '<p>正文</p>', '3.0',
        date '2020-01-01' + n % 2000, 1000000 + n, (array['pdf', 'zip', 'zip'])[1 + n % 3], n % 977, n % 977, '-',
        ('''资料'':1A ''w' || n % ${raw(Math.max(15, size.resources / 10))} || ''':2A' || case n % 5 when 0 then ' ''低功耗'':9C' else '' end)::tsvector
      from generate_series(1, ${resourceRows}) as n`,
    sql`insert into resource_versions (resource_id, version, position, date, state, url, original_name, file_type, bytes, sha256, supports, entries)
      select n, (${raw(versionsEach)} - k) || '.0', k, date '2020-01-01' + n % 2000 - k, 'current', 'https://files.example.com/' || n, n || '.zip', 'zip',
        1000000 + n, repeat('a', 64), '{"products":[],"tools":[],"systems":[]}', '[]'
      from generate_series(1, ${resourceRows}) as n, generate_series(0, ${raw(versionsEach - 1)}) as k`,
    sql`insert into resource_products (resource_id, product_id, level_id, date, listed)
      select r.id, 1 + r.id % ${productRows}, r.level_id, r.date, true from resources as r`,
    sql`insert into resource_classes (resource_id, class_id, level_id, date)
      select distinct link.resource_id, unnest(c.path), link.level_id, link.date from resource_products as link
      join products as p on p.id = link.product_id join product_classes as c on c.id = p.class_id`,
    sql`insert into resource_counts (scope, scope_id, level_id, resources)
      select 'all', 0, coalesce(level_id, 0), count(*) from resources group by grouping sets ((level_id), ())
      union all select 'class', class_id, coalesce(level_id, 0), count(*) from resource_classes group by grouping sets ((class_id, level_id), (class_id))
      union all select 'product', product_id, coalesce(level_id, 0), count(*) from resource_products group by grouping sets ((product_id, level_id), (product_id))`,
    // The newest version of each of the first resources is a document in the portal's own files.
    sql`insert into files (name, type, content, bytes)
      select lpad(to_hex(n), 32, '0') || '.pdf', 'application/pdf', '', 1 from generate_series(1, ${documents}) as n`,
    sql`update resource_versions as written set url = null, file_type = 'pdf', original_name = n || '.pdf',
        file_name = lpad(to_hex(n), 32, '0') || '.pdf'
      from generate_series(1, ${documents}) as n where written.resource_id = n and written.position = 0`,
    sql`insert into file_texts (id, file_name, state, pages, read_pages, document_version)
      select n, lpad(to_hex(n), 32, '0') || '.pdf', 'read', ${pagesEach}, ${pagesEach}, ${raw(documentVersion)}
      from generate_series(1, ${documents}) as n`,
    sql`insert into file_text_pages (id, text_id, page, text, search)
      select p, 1 + (p - 1) / ${pagesEach}, 1 + (p - 1) % ${pagesEach}, '第 w' || p % ${words} || ' 节讲低功耗',
        ('''w' || p % ${words} || ''':2C' || case p % 5 when 0 then ' ''低功耗'':4C' else '' end)::tsvector
          || array_to_tsvector(array['~f' || 1 + (p - 1) / ${pagesEach}, ${marks}])
      from generate_series(1, ${raw(size.pages)}) as p`,
    sql`insert into documents (key, value) values ('contentRevision', '{"revision":1}')`,
  ];
  for (const statement of statements) await database.execute(statement);
}
