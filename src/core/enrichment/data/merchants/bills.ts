import { names, type MerchantGroup } from './group.ts'

/** Who sends a bill: utilities, telephone, software, advertising and the trades of a building. */
export const BILL_MERCHANTS: readonly MerchantGroup[] = [
  {
    in: 'income.vendor_refund',
    out: 'expenses.utilities',
    merchants: names(`
      EDF Energy: EDF, EDF ENTREPRISES; Engie: ENGIE PRO; Vattenfall; E.ON = E ON ENERGIE, EON ENERGIE,
      EON NEXT, E ON NEXT; RWE; EnBW; TotalEnergies = TOTALENERGIES ELEC, TOTALENERGIES GAZ; Iberdrola;
      Endesa; Naturgy; Enel Energia; Eneco; Essent; Vitens; Veolia Eau: VEOLIA WATER; Suez Eau; Canal de
      Isabel II; Uisce Eireann: IRISH WATER; SSE Airtricity: AIRTRICITY; Energia Ireland;
      American Electric Power: AEP OHIO, AEP TEXAS, APPALACHIAN POWER, AEP; FirstEnergy: FIRST
      ENERGY, OHIO EDISON, PENELEC, TOLEDO EDISON, JCP&L; PPL Electric: PPL ELECTRIC UTIL+;
      Baltimore Gas & Electric = BGE, BALTIMORE GAS; Evergy; We Energies = WE ENERGIES, WISCONSIN
      ELECTRIC; Alliant Energy; MidAmerican Energy; Oncor; Green Mountain Energy; Direct Energy;
      Constellation Energy: CONSTELLATION NEW; Just Energy; Ambit Energy; Gexa Energy; Arizona
      Public Service = APS ELECTRIC, ARIZONA PUBLIC SERV; Tucson Electric; NorthWestern Energy;
      Idaho Power; Rocky Mountain Power: PACIFICORP; Pacific Power; Portland General; Avista
      Utilities: AVISTA; Seattle City Light; SMUD; Hawaiian Electric; Austin Energy; CPS Energy;
      El Paso Electric; OG&E: OGE ELECTRIC, OKLAHOMA GAS; Public Service Oklahoma: AEP PSO;
      SWEPCO; Cleco; Mississippi Power; Gulf Power; Orlando Utilities: OUC; Lakeland Electric;
      Santee Cooper; MLGW; Nashville Electric: NES ELECTRIC; LG&E: LGE KU; Vectren; NIPSCO;
      Citizens Energy; AES Indiana; AES Ohio; Columbia Gas = COLUMBIA GAS OF, COLUMBIA GAS OH, COLUMBIA GAS PA, COLUMBIA GAS VA; Peoples Gas; Southwest Gas; NW
      Natural; Cascade Natural; Intermountain Gas; Questar Gas; Black Hills Energy; Summit
      Utilities; Texas Gas Service; UGI Utilities: UGI; National Fuel Gas: NATIONAL FUEL; NYSEG;
      Rochester Gas: RG&E; Central Hudson; Orange & Rockland; PSEG Long Island; Liberty Utilities;
      Unitil; Versant Power; Central Maine Power; Green Mountain Power; United Illuminating; Rhode
      Island Energy; Elizabethtown Gas; South Jersey Gas; New Jersey Natural Gas: NJ NATURAL GAS;
      Aqua America: AQUA PA, AQUA OHIO; Golden State Water; California Water Service: CAL WATER,
      CALIFORNIA WATER; EBMUD; San Jose Water; Denver Water; Charlotte Water; DC Water; WSSC; San
      Antonio Water: SAWS; Cobb EMC; Jackson EMC; Sawnee EMC; Blue Ridge Energy; Withlacoochee
      River Elec: WREC; Clay Electric; SSE Energy; Bulb Energy; Utilita; Shell Energy = SHELL
      ENERGY; Utility Warehouse; Opus Energy; Drax; Haven Power; Crown Gas; Total Gas & Power;
      Yorkshire Water; Anglian Water; United Utilities; Southern Water; South West Water; Welsh
      Water: DWR CYMRU; Business Stream; Castle Water; Wave Utilities; Water Plus; Bord Gais;
      Electric Ireland; Toronto Hydro; Alectra; Enmax; Epcor; FortisBC: FORTIS BC; SaskPower;
      Manitoba Hydro; Hydro-Quebec: HYDRO QUEBEC; Hydro Ottawa; Nova Scotia Power; NB Power;
      Newfoundland Power; Energir; Union Gas; Enbridge; ATCO Energy: ATCO GAS; AGL Energy: AGL
      SALES; Origin Energy; EnergyAustralia: ENERGY AUSTRALIA; Red Energy; Alinta Energy: ALINTA;
      Simply Energy; Synergy Energy; Ergon Energy; Energex; Sydney Water; Yarra Valley Water; Icon
      Water; SA Water; Water Corporation; Genesis Energy; Mercury Energy; Contact Energy; Meridian
      Energy; Paraco Gas; Blossman Gas; Heritage Propane; Star Gas; Petro Home; Superior Plus;
      Calor Gas; Flogas; Elgas; Pedernales Electric: PEDERNALES ELEC; Snohomish PUD; Clark Public
      Utilities; Pepco; Delmarva Power; Atlantic City Electric; Duquesne Light; West Penn Power;
      Mon Power; Potomac Edison; Met-Ed: MET ED; Minnesota Power; Otter Tail; Xcel; Arkansas
      Energy; Spire Energy; Nebraska Public Power: NPPD; OPPD; Lincoln Electric System; Colorado
      Springs Utilities: CSU UTILITIES; Imperial Irrigation; Turlock Irrigation; Modesto
      Irrigation; Silicon Valley Power; Anaheim Public; Glendale Water; Burbank Water; Eugene
      Water: EWEB; Tampa Electric; Florida Public Utilities; Gainesville Regional: GRU; Knoxville
      Utilities: KUB; Huntsville Utilities; EPB; Chattanooga Gas; Virginia Natural Gas; Dominion
      Energy Gas; Mountaineer Gas; Washington Suburban; Hope Gas; Atlanta Gas Light; Gas South;
      SCANA Energy; Georgia Natural Gas
    `),
  },
  {
    in: null,
    out: 'expenses.telecom_internet',
    merchants: names(`
      Telekom Deutschland: TELEKOM DEUTSCHLAND, DEUTSCHE TELEKOM; 1und1 = 1UND1, 1 UND 1, 1&1 TELECOM;
      Bouygues Telecom; SFR = SFR FIBRE, SFR FIXE, SFR MOBILE, PRLV SEPA SFR; Free Mobile: FREE
      TELECOM; Orange Telecom = ORANGE SA, ORANGE BUSINESS, ORANGE FRANCE, ORANGE ESPAGNE; KPN; Ziggo;
      Odido; Movistar; Telefonica: TELEFONICA DE ESPANA; Fastweb; WindTre: WIND TRE; Swisscom; Salt
      Mobile; Proximus; Telenet; Eir = EIR LTD, EIRCOM; Sunrise Communications: SUNRISE UPC;
      Google Voice; Comporium; GCI Communication; TDS Telecom; Cincinnati Bell: ALTAFIBER; Ting
      Internet; WOW Internet: WIDE OPEN WEST; Breezeline: ATLANTIC BROADBAND; Sparklight: CABLE
      ONE; Astound: RCN, GRANDE COMM+; Suddenlink; Fidium Fiber; Ziply Fiber; EarthLink; Zayo;
      Cogent Communications; 8x8 Inc; GoTo Connect: JIVE COMM+; Mitel; OpenPhone: QUO PHONE;
      TextNow; Republic Wireless; Consumer Cellular; Simple Mobile; Total Wireless; H2O Wireless;
      US Mobile; Bell Mobility; Bell MTS; Virgin Plus; Freedom Mobile; Videotron; Shaw Cable: SHAW
      CABLESYS+, SHAW COMM+; SaskTel; Eastlink; Cogeco; TekSavvy; Chatr; Public Mobile; Lucky
      Mobile; Telstra; Optus; TPG Internet: TPG TELECOM; iiNet; Aussie Broadband; Vocus; Amaysim;
      Belong Mobile; Dodo Internet; Spark NZ; 2degrees; BT Business; Plusnet; Sky Mobile;
      Hyperoptic; Zen Internet; Gamma Telecom; Daisy Communications; XLN Telecom; Tesco Mobile;
      Lebara; Lycamobile; iD Mobile; VOXI; Eir Ireland; Three Ireland; Iridium Satellite;
      Globalstar; Firstlight Fiber: FIRSTLIGHT; MetroNet; Brightspeed; Hawaiian Telcom; Alaska
      Communications; Midco: MIDCONTINENT COMM+; Armstrong Cable; Service Electric; Blue Ridge
      Communications; Buckeye Broadband; Hotwire Communications; Point Broadband; Rise Broadband;
      Spectrum Mobile; Xfinity Mobile; AT&T = ATT BILL, ATT PAYMENT, ATT UVERSE; Verizon FiOS:
      VERIZON FIOS; Phone.com; Line2; Ring4; Fongo; Fizz Mobile; Rogers Communications; Vodafone
      UK: VODAFONE LTD; EE = EE LTD, EE & T MOBILE; Tello Mobile; Gabb Wireless
    `),
  },
  {
    in: 'income.vendor_refund',
    out: 'expenses.software',
    merchants: names(`
      Google One = GOOGLE ONE, GOOGLE STORAGE, GOOGLE CLOUD STORAGE; Google Workspace = GSUITE,
      GOOGLE GSUITE+, GOOGLE APPS; Microsoft 365 = MICROSOFT 365, OFFICE 365, MICROSOFT STORE,
      MICROSOFT AZURE, AZURE; NetSuite: ORACLE NETSUITE; Oracle America; SAP Concur: CONCUR TECH+;
      Workday Inc; Miro = MIRO COM; ClickUp; Loom = LOOM COM, LOOM SUBSCR+, LOOM INC; Basecamp:
      37SIGNALS; Todoist: DOIST; Harvest App = GETHARVEST, HARVEST APP; Toggl; Clockify;
      Freshworks: FRESHDESK; Pipedrive; Keap: INFUSIONSOFT; ActiveCampaign; ConvertKit; Thinkific;
      ClickFunnels; Leadpages; Unbounce; Instapage; GetResponse; AWeber; SendGrid; Mailgun;
      Postmark App; Mixpanel; Amplitude Inc; Hotjar; FullStory; Sentry.io; New Relic; PagerDuty;
      Splunk; MongoDB; Snowflake Inc; Databricks; Supabase; PlanetScale; Render.com; Railway App;
      Fly.io; Vultr; OVH: OVHCLOUD; Hetzner; Rackspace; SiteGround; DreamHost; WP Engine:
      WPENGINE; Kinsta; A2 Hosting; InMotion Hosting; Network Solutions; Register.com; Porkbun;
      Gandi.net; Dynadot; Name.com; Domain.com; BigCommerce; WooCommerce; Ecwid; Volusion; Weebly;
      Elementor; Envato; Shutterstock; iStock: ISTOCKPHOTO; Getty Images; Freepik; Midjourney;
      ElevenLabs; Runway ML; Perplexity AI: PERPLEXITY; Cursor AI: ANYSPHERE, CURSOR AI; Replit;
      Jasper AI; Copy.ai; Otter.ai; Fireflies.ai; Descript; Riverside.fm; Vimeo; Wistia;
      Buzzsprout; Libsyn; Restream; StreamYard; TechSmith; Foxit; PandaDoc; HelloSign: DROPBOX
      SIGN; SignNow; LogMeIn; TeamViewer; AnyDesk; Splashtop; GoToMeeting; Webex: CISCO WEBEX;
      Malwarebytes; Avast; Bitdefender; Kaspersky; ESET; Webroot; Sophos; CrowdStrike; Dashlane;
      Bitwarden; Keeper Security; Okta; KnowBe4; Expensify; LivePlan; MYOB; Reckon; FreeAgent;
      KashFlow; Dext: DEXT SOFTWARE; Hubdoc; Vagaro; Booksy; GlossGenius; Fresha; Zenoti;
      StyleSeat; Acuity Scheduling; SimplePractice; TherapyNotes; Jane App: JANEAPP; Dentrix;
      Kareo; athenahealth; DrChrono; Clio: THEMIS SOLUTIONS; MyCase; PracticePanther; LexisNexis;
      Westlaw; Buildertrend; CoConstruct; JobNimbus; AccuLynx; CompanyCam; FieldEdge; Kickserv;
      Service Fusion; Workiz; PlanGrid; Bluebeam; SketchUp: TRIMBLE; SolidWorks; Chief Architect;
      MarketMan; 7shifts; HotSchedules; Homebase Software = JOINHOMEBASE, HOMEBASE SCHEDUL+; When
      I Work; Deputy Software = DEPUTY COM; OpenTable; Resy Network; SevenRooms; Tock Tix;
      BentoBox; Popmenu; Olo Inc; Revel Systems; TouchBistro; ShopKeep; NCR Aloha; Upserve;
      Motive: KEEPTRUCKIN, MOTIVE TECHNOLOGIES; DAT Solutions; Truckstop.com; McLeod Software;
      TSheets: QUICKBOOKS TIME; Hubstaff; Time Doctor; Podium: PODIUM CORP; Birdeye; NiceJob;
      Smartsheet; Wrike; Coda.io; Lucidchart: LUCID SOFTWARE; Balsamiq; InVision; Framer;
      Bubble.io; Retool; Softr; Make.com = MAKE COM, INTEGROMAT; IFTTT; Acronis; iDrive;
      CrashPlan; pCloud; Box.com = BOX INC, BOX COM; Egnyte; Citrix; VMware; Red Hat; Unity
      Technologies; Apple Developer; Docker; GitLab; CircleCI; BrowserStack; Algolia; Contentful;
      Squarespace = SQSP, SQUARESPACE; Printful Software; Oberlo; Loox; Klaviyo Software; Gorgias;
      ReCharge; ShipHero; Skubana; Cin7; Fishbowl Inventory; Katana MRP; Unleashed Software; DEAR
      Systems; Sage Intacct: SAGE INTACCT, SAGE SOFTWARE; Xero = XERO UK, XERO INC, XERO LTD;
      QuickBooks = QUICKBOOKS ONLINE, QBOOKS ONLINE; TaxDome; Karbon; Gusto Software; BambooHR:
      BAMBOO HR; Lattice; Culture Amp; Lever; Greenhouse Software; Workable; Breezy HR; JazzHR;
      Rippling Software; Kajabi Software; Gumroad Software; Teachable Software; Substack Pro;
      Ghost.org; Medium.com; Obsidian: OBSIDIANMD; Setapp; MacPaw; Parallels; CleanMyMac; Proton:
      PROTON AG, PROTONMAIL; Fastmail; Rackspace Email; Zoho Corp; Calendly; Doodle AG;
      YouCanBookMe; SavvyCal; Acuity; Cognito Forms; JotForm; Wufoo; Paperform; Tally.so; Fathom
      Analytics; Plausible; Segment.io; RudderStack; Twilio SendGrid; Plivo; Vonage API;
      MessageBird; SimpleTexting; EZTexting: EZ TEXTING; Slicktext; Textedly; Attentive Mobile;
      Verizon Cloud; Carfax for Dealers; vAuto; DealerSocket; RouteOne; AutoManager; Tekion;
      Shop-Ware: SHOPWARE; Mitchell1; AllData; Identifix; Tekmetric; Fullbay; RepairShopr; Syncro;
      ConnectWise; Datto; Kaseya; N-able; NinjaOne; Auvik; Pax8; Ingram Cloud; Sherweb;
      Intermedia; Liquid Web; Namecheap Hosting; EasyWP; Cloudways; FlyWheel; Pantheon; Pressable;
      Acquia; Sucuri; MxToolbox; DNSimple; DigiCert; Sectigo; SSL.com
    `),
  },
  {
    in: null,
    out: 'expenses.advertising',
    merchants: names(`
      Mailchimp = MAILCHIMP MARKETING, INTUIT MAILCHIMP; Reddit Ads: REDDIT INC; Quora Ads; Amazon
      Advertising: AMAZON ADS, AMZN ADVERT+, AMAZON ADV+; Nextdoor; Thryv; Hibu; Scorpion
      Internet: SCORPION MARKETING; WebFX; LocalIQ: LOCAL IQ; ReachLocal; Yellow Pages: YELLOW
      PAGES, YP COM; Dex Media; CallRail; SpyFu; Moz Pro: MOZ COM; BrightLocal; Buffer.com; Sprout
      Social; Later.com; SocialPilot; PrintPlace; Sticker Mule: STICKERMULE; 4imprint;
      Banners.com; FedEx Office = FEDEX OFFIC, FEDEX OFFICE; Minuteman Press; AlphaGraphics; Sir
      Speedy; Signarama: SIGN A RAMA; FastSigns; Kwik Kopy; Allegra Marketing; PostcardMania;
      Money Mailer; iHeartMedia: IHEART MEDIA; Cumulus Media; Audacy: ENTERCOM; Outfront Media;
      JCDecaux; Gannett; Lee Enterprises; McClatchy; CareerBuilder; Monster.com; Glassdoor;
      Dice.com; Seek Limited; Totaljobs; CV-Library: CV LIBRARY; Checkatrade; Rated People;
      Bark.com; MyBuilder; Trustpilot; AutoTrader = AUTOTRADER, AUTO TRADER; Cars.com; CarGurus;
      Realtor.com: MOVE INC; Rightmove; Zoopla; Networx; Porch.com; Modernize Home; eLocal;
      Criteo; AdRoll; The Trade Desk; Yelp = YELPINC, YELP INC, YELP ADVERTISING; Meta Ads =
      FACEBK ADS, META ADS, FB ME ADS; Google Ads = ADWS, GOOGLE ADWS+; X Ads = TWITTER ONLINE
      ADS, X CORP PAID; Snap Ads: SNAP ADS; Spotify Ads = SPOTIFY ADS; Pandora Ads = PANDORA ADS;
      Pinterest: PINTEREST INC; Groupon Merchant; Bing Ads; UpPromote; Postie; Lob.com; Canva
      Print; Printful Promo; Custom Ink: CUSTOMINK; Rush Order Tees; Zazzle Promo; Uprinting:
      UPRINTING; GotPrint: GOT PRINT; Overnight Prints; Moo.com: MOO COM; Solopress; Instantprint;
      Snapfish Business; Officeworks Print; SmartDraw Ads; Podcorn; AspireIQ; Upfluence; HARO:
      CISION; PR Newswire; Business Wire; EIN Presswire; Eventbrite Ads; Meetup.com: MEETUP ORG;
      WeddingWire; The Knot: KNOT WORLDWIDE; Avvo Ads; FindLaw; Martindale; Healthgrades; ZocDoc:
      ZOCDOC
    `),
  },
  {
    in: null,
    out: 'expenses.professional_services',
    merchants: names(`
      BDO USA; Grant Thornton; RSM US; CBIZ; ZenBusiness; Incfile: BIZEE; Harbor Compliance;
      Registered Agents Inc; Harvard Business Services; CSC Global: CORPORATION SERVICE COMPANY;
      Nolo Press; UpCounsel; LawDepot; FreeTaxUSA; TaxAct; TaxSlayer; Block Advisors;
      1-800Accountant; Pilot Bookkeeping = PILOT COM, PILOT BOOKKEEP+; Bookkeeper360; inDinero;
      Botkeeper; Experian; Equifax; TransUnion; Nav.com: NAV TECHNOLOGIES; Creditsafe; Sterling
      Check; GoodHire; First Advantage; HireRight; Trademarkia; Wolters Kluwer; Thomson Reuters;
      Crunch Accounting; TaxScouts; Mazars; Baker Tilly; Moss Adams; CliftonLarsonAllen: CLA
      CLIFTON+; Plante Moran; Crowe LLP; Marcum; Cherry Bekaert; Wipfli; Eide Bailly; Withum;
      EisnerAmper; H&R Block Canada; Jackson Hewitt Tax; Liberty Tax Service; Rapidformations: 1ST
      FORMATIONS; Companies Made Simple; LegalNature; Clerky; Stripe Atlas; Firstbase.io; Doola;
      Prime Corporate; InCorp Services: INCORP; Cogency Global; Paracorp; Northwest Agent;
      Bankrate CPA; Notarize.com; NotaryCam; LegalMatch; Axiom Law; Morgan & Morgan; Littler
      Mendelson; Fisher Phillips; Ogletree; Jacobs Engineering; Terracon; Kimley-Horn: KIMLEY
      HORN; Bureau Veritas; Intertek; SGS North America; Underwriters Labs; LabTest; Quest Drug
      Testing; Concentra Screening; Gartner; McKinsey; Accenture; Korn Ferry
    `),
  },
  {
    in: 'income.vendor_refund',
    out: 'expenses.office_supplies',
    merchants: names(`
      Officeworks; Grand & Toy; Lyreco; Euroffice; Bureau en Gros; Deluxe Checks: DELUXE CHECK+,
      DELUXE BUS SYS, DELUXE FOR BUSINESS; Harland Clarke; Checks Unlimited; Checks in the Mail;
      Shoplet; School Specialty; Xerox: XEROX CORP; Ricoh USA: RICOH; Canon Solutions: CANON
      FINANCIAL; Konica Minolta; HP Instant Ink: HP INSTANT INK; InkJets.com; LD Products;
      4inkjets; Cartridge World; Cartridge People; Paper Mart; Nashua Paper; Veritiv; Costco
      Business Printing; ReStockIt; OnTimeSupplies; BuyOnlineNow; Discount School Supply;
      Lakeshore Learning; Really Good Stuff; Blue Summit Supplies; Pens.com: NATIONAL PEN;
      Franklin Planner; Levenger; Viking Office; UKOS: UK OFFICE SUPPLIES; Warehouse Stationery;
      OfficeMax NZ; Quill.com; Essendant; Sparco; Uline Canada
    `),
  },
  {
    in: 'income.vendor_refund',
    out: 'expenses.equipment_purchase',
    merchants: names(`
      Restaurant Equippers; Hobart Service; CKitchen; Burkett Restaurant; HP Store = HP COM STORE,
      HP STORE, HP INC; Acer America; Samsung Electronics; Adorama; Micro Center; Insight Direct;
      Connection: PC CONNECTION; SHI International: SHI INTERNATIONAL; Zones Inc; TigerDirect;
      Monoprice; Currys; PC World; JB Hi-Fi; Harvey Norman; The Good Guys; Caterpillar Dealer;
      John Deere Dealer: DEERE & CO; Bobcat Company; Vermeer; Husqvarna; Milwaukee Tool; Acme
      Tools; Lincoln Electric; Miller Welding; Global Industrial: GLOBAL INDUSTRIAL; Herman
      Miller; Steelcase; Haworth; National Business Furniture; Room & Board; Arhaus; Restoration
      Hardware; Ethan Allen; Raymour & Flanigan; Bob's Discount Furniture; American Freight;
      Conn's Home: CONNS HOMEPLUS; At Home Store: AT HOME STORE+; The Container Store; Purple
      Mattress; Casper Sleep; Sleep Number; Herc Rentals; H&E Equipment; Sunstate Equipment;
      EquipmentShare; Ahern Rentals; Coates Hire; HSS Hire; Speedy Hire; Kennards Hire; Nisbets;
      Vevor; Harbor Freight = HARBOR FREIGHT, HARBOR FREIGHT TOOLS; Apple Store = APPLE STORE,
      APPLE COM US, APPLE ONLINE STORE; Best Buy Business = BEST BUY BUSINESS; Ooni; Vitamix;
      Breville; La Marzocco; Clive Coffee; Seattle Coffee Gear; Minus Forty; True Manufacturing;
      Hoshizaki; Manitowoc Ice; Scotsman Ice; Alto-Shaam; Rational USA; Middleby; Welbilt;
      TurboChef; Sweetwater: SWEETWATER SOUND; Guitar Center Pro; Sam Ash; Moog; Thomann; Scan
      Computers; Overclockers; Ebuyer; Scorptec; Mwave; Canada Computers; Memory Express; Visions
      Electronics; The Brick; Leon's Furniture: LEONS FURNITURE; Structube; Dufresne; Crate and
      Barrel; CB2; Wayfair Canada; Overstock; Rooms To Go
    `),
  },
  {
    in: null,
    out: 'expenses.repairs_maintenance',
    merchants: names(`
      Otis Elevator: OTIS; Schindler Elevator; Kone Inc: KONE; TK Elevator: THYSSENKRUPP ELEVATOR;
      Stanley Convergent; Siemens Building; Honeywell Building; ABM Industries; Comfort Systems;
      ARS Rescue Rooter; Aire Serv; Benjamin Franklin Plumbing; Mr. Electric; Mr. Handyman; Ace
      Handyman; Arrow Exterminators; Massey Services; Truly Nolen; Aptive Environmental; Mosquito
      Joe; Moxie Pest; Western Exterminator; Ehrlich Pest; Lawn Doctor; Scotts Lawn; Davey Tree;
      Bartlett Tree; SavATree; LawnStarter; Weed Man; ServiceMaster Restore; PuroClean; Paul
      Davis; Belfor; Rainbow Restoration; Overhead Door; Precision Garage; Pella Windows: PELLA
      WINDOW; Andersen Windows; Glass Doctor; Pop-A-Lock; Frontpoint; Guardian Protection;
      Alarm.com; Bay Alarm; Vector Security; CPI Security; Per Mar Security; Protection One;
      Monitronics; Sonitrol; Arlo Technologies; Wyze Labs; Verkada; HomeServe; Dyno-Rod; Pimlico
      Plumbers; Summit Fire; Koorsen Fire; Pye-Barker; American Home Shield; Choice Home Warranty;
      First American Home Warranty; Trane Service; Lennox Service; Carrier Service; Ecoshield
      Pest; Hunter Warranty; uBreakiFix; Geek Squad; Asurion Repair; Batteries Plus; Puls
      Technologies; Hotsy; Hobart Repair; Ecolab Pest; Smart Care Equipment; Tech24; Coolsys; Fire
      Protection Co; Chubb Fire; Secom; Securitas; Allied Universal; Brinks Security; Prosegur;
      Wilson Security; Anticimex; Flick Pest; Jim's Mowing; Hire a Hubby; Canadian Pest; Orkin
      Canada; Abell Pest; Reliance Home Comfort; Enercare; Enersure; Culligan Water; Kinetico;
      EcoWater
    `),
  },
  {
    in: null,
    out: 'expenses.cleaning_waste',
    merchants: names(`
      GFL Environmental: GFL; Waste Pro; Waste Industries; Advanced Disposal; Recology; Meridian
      Waste; WCA Waste; Texas Disposal; Burrtec; Athens Services; EDCO Disposal: EDCO; Junk King;
      1-800-GOT-JUNK; College Hunks; Biffa; Veolia; Suez Recycling; Grundon; Viridor; FCC
      Environment; Cleanaway; JJ Richards; Bingo Industries; Jan-Pro: JAN PRO; Coverall; Vanguard
      Cleaning; Stratus Building; ServiceMaster Clean; City Wide Facility; The Cleaning Authority;
      Maid Brigade; MaidPro; The Maids; ImageFirst; Angelica Textile; Mission Linen; Prudential
      Overall; AmeriPride; Zips Dry Cleaners; Tide Cleaners; Martinizing; Rinse Inc; Poplin
      Laundry; Johnson Service Group; Elis UK; PHS Group; Initial Washroom; Anago Cleaning;
      OpenWorks; Crown Linen; Alsco Uniforms; UniFirst Uniform; Cintas Uniform; G&K Services;
      United Site Services; National Construction Rentals; Rumpke Waste; Lakeshore Recycling: LRS
      RECYCLING; Groot Industries; Noble Disposal; Penn Waste; Best Way Disposal; Priority Waste;
      Green For Life; Emterra; Miller Waste; Progressive Waste; Interstate Waste; Royal Carting;
      Action Carting; Budget Dumpster; Dumpsters.com; Bin There Dump That; Shred-it = SHRED IT,
      SHREDIT; ProShred; Legal Shred; Daniels Health; Sharps Compliance; MedPro Disposal; BioServ;
      Safety-Kleen: SAFETY KLEEN; Clean Harbors; Heritage-Crystal Clean; Darling Ingredients;
      Mahoney Environmental; Liquid Environmental
    `),
  },
  {
    in: null,
    out: 'expenses.storage',
    merchants: names(`
      StorQuest; Simply Self Storage; Storage Mart: STORAGEMART; Prime Storage; iStorage; Access
      Self Storage; Shurgard; Lok'nStore: LOK N STORE; National Storage; Kennards Self Storage;
      Storage King; Sentinel Storage; Neighbor Storage; Zippy Shell; 1-800-PACK-RAT; Uncle Bob's
      Storage; Devon Self Storage; Security Public Storage; Metro Self Storage; U-Store-It: U
      STORE IT; U-Stor: U STOR; Access Storage; Extra Space = EXTRA SPACE, EXTRASPACE; Public
      Storage Canada; Vaultra; Apple Self Storage; Store Space; Storage Post; Manhattan Mini;
      Clutter Inc; MakeSpace; Citizen Storage; West Coast Self Storage; Trojan Storage; A-1 Self
      Storage: A1 SELF STORAGE; StoreAway; 10 Federal Storage; Red Dot Storage; CubeSmart Storage;
      Recall Records; Lovespace; Safe Store; Armadillo Self Storage; Fort Locks
    `),
  },
  {
    in: null,
    out: 'expenses.vehicle',
    merchants: names(`
      Geotab; Fleetio; Azuga; Lytx; GPS Insight; Teletrac; Spireon; LoJack; Brake Masters;
      Christian Brothers Auto: CHRISTIAN BROS AUTO; AAMCO; Precision Tune; Tuffy Auto; Express
      Oil; Grease Monkey; Kwik Kar; SpeeDee Oil; Strickland Brothers; Tires Plus; America's Tire;
      Town Fair Tire; STS Tire; Belle Tire; Tire Kingdom; Tire Discounters; Sullivan Tire;
      Speedco; Blue Beacon; Zips Car Wash; Quick Quack; Tommy's Express; Tidal Wave Auto; Whistle
      Express; Autobell; Delta Sonic; Crew Carwash; IMO Car Wash; Gerber Collision; Service King;
      Crash Champions; ABRA Auto; CARSTAR; Fix Auto; Ziebart; Line-X: LINE X; ATS Euromaster;
      National Tyres; RAC Motoring; The AA = AA MEMBERSHIP, AUTOMOBILE ASSOC+; Green Flag; Kal
      Tire; Fountain Tire; Mr. Lube; Bridgestone Retail; Supercheap Tyres; Ultra Tune; mycar Tyre;
      Beaurepaires; Bob Jane; Tyrepower; DMV = DMV, DEPT OF MOTOR VEH+, DEPT OF MV, BMV, MVD,
      NCDMV, CA DMV, NYS DMV; DVLA; VicRoads; Service NSW Rego; ServiceOntario Plate; ICBC
      Autoplan; SAAQ; Registry of Motor Vehicles = RMV, REGISTRY OF MOTOR; Rego: REGO RENEWAL;
      Verizon Connect Fleet; Omnitracs; Platform Science; Zonar; Trimble Transportation; Goodyear
      Auto; Firestone Auto; Costco Tire; Sam's Tire; Walmart Auto; Big Brand Tire; Point S Tire;
      American Tire Depot; Tire Barn; Just Tires; Valvoline Instant; Havoline Xpress; Lube Stop;
      Jiffy Lube Live; Mighty Auto; Dent Wizard; Safelite Autoglass; Autoglass: BELRON; O'Brien
      Glass; Speedy Glass; Lebeau; Apple Auto Glass; Novus Glass; Halfords Autocentre; Formula One
      Autocentres; Arnold Clark Service; Evans Halshaw; Lookers; Pendragon; Sytner; Stratstone;
      AutoNation; CarMax Service; Penske Automotive; Sonic Automotive; Lithia; Rush Truck Center;
      Love's Tire Care; TA Truck Service; Ryder Truck Rental; Penske Truck; Enterprise Truck;
      Budget Truck
    `),
  },
  {
    in: null,
    out: 'expenses.tolls_parking',
    merchants: names(`
      ABM Parking; Impark; Indigo Parking; Diamond Parking; Republic Parking; Premium Parking;
      Propark; Metropolis Parking; REEF Parking; Flowbird; HonkMobile; JustPark; National Car
      Parks; APCOA Parking; YourParkingSpace; Saba Parking; CellOPark; EasyPark; Wilson Parking;
      Secure Parking; Care Park; Linkt; E-Toll: ETOLL; EastLink; Transurban; Go Via; 407 ETR:
      407ETR; M6 Toll; Congestion Charge: TFL CONGESTION, ULEZ; Illinois Tollway; ExpressToll: E
      470; Good To Go; NC Quick Pass; BancPass; PlatePass; PayToll; Verra Mobility; HCTRA;
      PikePass; EZPass = E ZPASS, EZPASS REBILL, EZPASSNJ, EZPASSNY, EZPASSPA, EZDRIVE, EZDRIVEMA;
      Oklahoma Turnpike; Pennsylvania Turnpike: PA TURNPIKE; NJ Turnpike; Ohio Turnpike; Kansas
      Turnpike; Florida Turnpike; LeeWay Toll; Central Florida Expressway: CFX; MTA Bridges: MTA
      B&T; Golden Gate Bridge; Bay Area Toll; The Toll Roads: THE TOLL ROADS, TCA FASTRAK;
      RiverLink; ParkChicago; ParkBoston; ParkNYC: PARK NYC; Meter EZ; GreenP Parking: GREEN P;
      Hangtag; Calgary Parking; EasyPark Vancouver; RingGo Parking; Dartford Crossing = DART
      CHARGE, DARTFORD; Eflow; Parking Eye: PARKINGEYE; Parking Revenue; WAIVecar; AirGarage; The
      Parking Spot; Fast Park; WallyPark; Park N Fly: PARK N FLY, PARKNFLY; Purple Parking;
      Holiday Extras Parking; Airport Parking Reserv+; Towne Park; Ampco Parking; Central Parking;
      InterPark; Icon Parking; iPark; Champion Parking; Edison ParkFast; SP+ = SP+ PARKING,
      STANDARD PARKING
    `),
  },
]
